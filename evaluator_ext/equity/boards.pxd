# C types of boards.py; the annotations in the source stay those of ordinary Python.
cimport cython

from evaluator_ext.equity.tally cimport Tally
from evaluator_ext.rankings.tables cimport Table

cdef int _BOARD, _RANKS, _RANK_SETS, _SUITS, _SUITED_BOARD, _COLUMN_BITS, _COLUMN, _PLACES
cdef unsigned short[3103] _SHIFT
cdef int[13] _WEIGHT
cdef unsigned char[8192] _COUNT
cdef int[8192] _KEY_OF_SET
cdef int[25] _CHOICES

cdef int _place(int key) noexcept nogil

@cython.final
cdef class Boards:
    cdef Table _high
    cdef Table _low
    cdef bint _split
    cdef bint _exactly_two
    cdef Tally _tally
    cdef int _players
    cdef int _hole
    cdef int _left
    cdef int _key
    cdef int[::1] _holes
    cdef int[::1] _pairs
    cdef int _pair_count
    cdef int[::1] _threes
    cdef int[::1] _suited_holes
    cdef int[::1] _board
    cdef int[::1] _known
    cdef int[::1] _free
    cdef int[::1] _free_suited
    cdef long long[::1] _weights
    cdef unsigned short[::1] _high_values
    cdef unsigned short[::1] _low_values
    cdef unsigned short[::1] _flushes
    cdef unsigned short[::1] _high_ranks
    cdef unsigned short[::1] _low_ranks
    cdef unsigned short[::1] _best_flush

    @cython.locals(ranks=int, rest=int, one=int)
    cdef void _fill_best_flush(self) noexcept nogil

    @cython.locals(place=int, suit=int)
    cdef void _count_classes(self) noexcept nogil

    @cython.locals(held=int, most=int, drawn=int, ways="long long")
    cdef void _walk(self, int rank, int left, int key, long long weight) noexcept nogil

    @cython.locals(place=int, threes=int, one=int, other=int, three=int, player=int, index=int)
    cdef void _fill_values(self, int key, long long weight) noexcept nogil

    @cython.locals(best=int, pair=int, three=int, held=int, out=int)
    cdef int _value(self, Table table, int player, int key, int threes) noexcept nogil

    @cython.locals(free=int, chosen=int, more=bint, ranks=int, left=int, key=int, one=int)
    cdef void _count_suited(self, int suit) noexcept nogil

    @cython.locals(one=int, other=int, first=int, second=int)
    cdef void _count_two(self, int key, int free) noexcept nogil

    @cython.locals(place=int, player=int, index=int)
    cdef void _count_one(self, int key, long long weight) noexcept nogil

    @cython.locals(found=bint, player=int, hole=int, flush=int)
    cdef bint _has_flush(self, int suit, int board) noexcept nogil

    @cython.locals(best=int, one=int, rest=int, other=int)
    cdef int _flush_with_two(self, int hole, int board) noexcept nogil

    @cython.locals(count=int, best=int, rest=int, one=int, others=int, other=int)
    cdef int _flush_with_three(self, int pair, int board) noexcept nogil
