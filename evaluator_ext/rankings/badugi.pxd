# C types of badugi.py; the annotations in the source stay those of ordinary Python.
cimport cython

ctypedef unsigned long long hand_t

cdef hand_t[64] _BIT
cdef unsigned short[64] _RANK_BIT
cdef unsigned short[8192] _VALUE
cdef int _CARDS, _SIZE, _CARD

@cython.locals(best=int, choice=int, ranks="unsigned int", suits="unsigned int", fits=int, index=int, card=int)
cdef int _best(hand_t hand) noexcept nogil

@cython.locals(row="Py_ssize_t", column=int, card=hand_t, bit=hand_t, hand=hand_t, seen=hand_t, strange=hand_t)
cpdef Py_ssize_t fill(const unsigned char[::1] cards, unsigned short[::1] ranks, int count, Py_ssize_t hand_step,
                      Py_ssize_t card_step, Py_ssize_t first, Py_ssize_t end, bint check) noexcept nogil
