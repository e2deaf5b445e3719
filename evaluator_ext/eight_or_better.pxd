# C types of eight_or_better.py; the annotations in the source stay those of ordinary Python.
cimport cython

ctypedef unsigned long long hand_t

cdef hand_t[52] _BIT
cdef unsigned char[14] _HIGHEST
cdef unsigned char[52] _RANK_BIT
cdef unsigned char[256] _BEST_OF

cdef frozenset _CARD_NUMBERS

@cython.locals(held=hand_t, bit=hand_t)
cpdef hand_t card_set(object cards) except? 0

cpdef int low(object cards, object max_rank=*) except -1

@cython.locals(ranks=int, card=int)
cpdef int ranks_held(object cards, int max_rank=*) except -1

cpdef int low_of(int ranks) except -1

@cython.locals(value=int, held=hand_t, five=list, rank=int, card=int)
cpdef tuple low_five(object cards, object max_rank=*)
