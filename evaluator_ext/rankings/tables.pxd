# C types of tables.py; the annotations in the source stay those of ordinary Python.
cimport cython

ctypedef unsigned long long hand_t

cdef hand_t[64] _BIT
cdef hand_t[64] _STEP
cdef unsigned short[8192] _PLACE_OF_FOUR

cdef int _CARDS, _CARD, _RANKS, _LONGEST, _COLUMN_BITS, _COLUMN, _FLAG_OF_DIAMONDS, _FLAG_OF_HEARTS, _FLAG_OF_SPADES, _NONE
cdef hand_t _KEY
cdef frozenset _CARD_NUMBERS

@cython.final
cdef class Table:
    cdef readonly int size
    cdef readonly int most
    cdef readonly int enough
    cdef readonly hand_t deck
    cdef readonly object fill_many
    cdef hand_t flags
    cdef hand_t start
    cdef unsigned short[::1] shifts
    cdef unsigned short[::1] mixed
    cdef unsigned short[::1] suited
    cdef unsigned short[::1] four_suited

    cdef inline int of_ranks(self, unsigned int key) noexcept nogil

    @cython.locals(less=hand_t, least=hand_t, best=int, one=int, other=int)
    cdef int _best(self, hand_t total, hand_t hand, int count) noexcept nogil

    @cython.locals(value=int)
    cdef inline int _value(self, hand_t total, hand_t hand, int count, int one, int other) noexcept nogil

    @cython.locals(flags=hand_t, suit=int, ranks=int, held=int, side=int, index=int, card=int, match=int)
    cdef int _suited_value(self, hand_t total, hand_t hand, int count, int one, int other, int mixed) noexcept nogil

    @cython.locals(hand=hand_t, total=hand_t, seen=hand_t, number=hand_t, bit=hand_t, count=int)
    cpdef int rank(self, object cards) except -1

    @cython.locals(hand=hand_t, total=hand_t, number=hand_t, count=int, left_out=int)
    cpdef list first_choice(self, object cards, int rank)

    @cython.locals(less=hand_t, least=hand_t, one=int, other=int)
    cdef int _left_out(self, hand_t total, hand_t hand, int count, int rank) noexcept nogil

    @cython.locals(bad="Py_ssize_t", row="Py_ssize_t", column=int, total=hand_t, card=hand_t, hand=hand_t)
    cpdef Py_ssize_t fill(self, const unsigned char[::1] cards, unsigned short[::1] ranks, int count,
                          Py_ssize_t hand_step, Py_ssize_t card_step, Py_ssize_t first, Py_ssize_t end,
                          bint check) noexcept nogil

    @cython.locals(row="Py_ssize_t", column=int, card=hand_t, bit=hand_t, seen=hand_t, strange=hand_t)
    cdef Py_ssize_t _first_bad(self, const unsigned char[::1] cards, int count, Py_ssize_t hand_step,
                               Py_ssize_t card_step, Py_ssize_t first, Py_ssize_t end) noexcept nogil
