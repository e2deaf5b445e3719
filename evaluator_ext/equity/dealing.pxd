# C types of dealing.py; the annotations in the source stay those of ordinary Python.
cimport cython

from evaluator_ext.equity.tally cimport Tally

cdef unsigned long long _SEED_STEP, _FIRST_FACTOR, _SECOND_FACTOR, _ALL

@cython.final
cdef class Draws:
    cdef Tally _tally
    cdef int _players
    cdef long long[::1] _ends
    cdef unsigned long long[::1] _cards
    cdef unsigned short[::1] _high
    cdef unsigned short[::1] _low
    cdef unsigned short[::1] _high_ranks
    cdef unsigned short[::1] _low_ranks

    @cython.locals(choice="Py_ssize_t")
    cpdef void count(self, Py_ssize_t first, Py_ssize_t end) noexcept nogil

    @cython.locals(choice="Py_ssize_t")
    cdef void _meet(self, int player, unsigned long long used) noexcept nogil

@cython.final
cdef class Dealer:
    cdef int _players
    cdef int _hole
    cdef int _shared
    cdef unsigned long long _state
    cdef int[::1] _known
    cdef int[::1] _holes
    cdef int _known_board
    cdef int[::1] _board
    cdef int[::1] _deck

    @cython.locals(deal="Py_ssize_t", drawn=int, index=int, player=int, row="Py_ssize_t")
    cpdef void deal(self, unsigned char[::1] holes, Py_ssize_t hole_step, unsigned char[::1] boards, Py_ssize_t first,
                    Py_ssize_t board_step, Py_ssize_t deals) noexcept nogil

    @cython.locals(left="unsigned long long", place=int, card=int)
    cdef int _draw(self, int drawn) noexcept nogil

    @cython.locals(mixed="unsigned long long")
    cdef unsigned long long _next(self) noexcept nogil
