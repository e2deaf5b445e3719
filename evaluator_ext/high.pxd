# C types of high.py; the annotations in the source stay those of ordinary Python.
cimport cython

ctypedef unsigned long long hand_t
ctypedef hand_t[10] threes_t

cdef hand_t[52] _BIT
cdef unsigned char[8192] _COUNT
cdef unsigned char[8192] _RUN
cdef unsigned short[8192] _TOP
cdef unsigned short[8192] _PLACE
cdef unsigned short[8192] _UNPAIRED
cdef unsigned int[7463] _FIVE

cdef int _CARDS, _PLANE_BITS, _CARD, _RANK
cdef hand_t _PLANE
cdef int _HIGH_CARD, _PAIR, _TWO_PAIR, _TRIPS, _STRAIGHT, _FLUSH, _FULL_HOUSE, _QUADS, _STRAIGHT_FLUSH
cdef int _PAIR_KICKERS, _TWO_PAIR_KICKERS, _TRIPS_KICKERS, _FULL_HOUSE_PAIRS, _QUAD_KICKERS

cdef unsigned int _best(unsigned int ranks, int count) noexcept nogil

@cython.locals(side="unsigned int", below="unsigned int")
cdef int _kickers(unsigned int ranks, unsigned int made, int count) noexcept nogil

cdef int _rank_flush(unsigned int ranks) noexcept nogil

@cython.locals(made="unsigned int")
cdef int _rank_paired(unsigned int ranks, unsigned int pairs, unsigned int trips) noexcept nogil

@cython.locals(plane=int, clubs="unsigned int", diamonds="unsigned int", hearts="unsigned int", spades="unsigned int",
               suit="unsigned int", ranks="unsigned int", pairs="unsigned int", trips="unsigned int", quads="unsigned int")
cdef int _rank_hand(hand_t hand) noexcept nogil

cdef int _check_size(Py_ssize_t size) except -1

@cython.locals(hand=hand_t, bit=hand_t, size=int)
cpdef int rank(object cards) except -1

cpdef tuple best_five(object cards)

@cython.locals(count=int, best=int, found=hand_t, threes=threes_t, three=tuple, pair=tuple, two=hand_t, place=int,
               value=int)
cpdef tuple best_pairing(object hole, object board)

@cython.locals(hand=hand_t, card=int)
cdef hand_t _held(tuple cards) except? 0

@cython.locals(five=hand_t, place=int, card=int)
cdef tuple _made_first(hand_t hand, int best)

@cython.locals(plane=int)
cdef hand_t _longest_suit(hand_t hand) noexcept nogil

@cython.locals(row="Py_ssize_t", column="Py_ssize_t", card=int, hand=hand_t)
cdef Py_ssize_t _fill_ranks(const unsigned char[:, ::1] hands, Py_ssize_t size, unsigned short[::1] ranks) noexcept nogil
