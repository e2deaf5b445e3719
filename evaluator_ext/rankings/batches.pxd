# C types of batches.py; the annotations in the source stay those of ordinary Python.
cimport cython

cdef int _MASK_BITS, _SUIT_BITS, _SUITS, _RANKS

@cython.locals(index="Py_ssize_t", place=int, bit=int, mask="unsigned long long")
cpdef Py_ssize_t unpack_masks(const unsigned long long[::1] masks, unsigned char[::1] rows, int size)
