# C types of tally.py; the annotations in the source stay those of ordinary Python.
cimport cython

cdef long long _HALF, _POT

@cython.final
cdef class Tally:
    cdef readonly int players
    cdef readonly bint split
    cdef readonly long long deals
    cdef long long[::1] _earned
    cdef long long[::1] _shares
    cdef unsigned long long[::1] _squares
    cdef long long[::1] _whole
    cdef long long[::1] _part

    @cython.locals(best_low=int, best=int, winner=int, winners=int, player=int)
    cdef void add(self, const unsigned short[::1] high, const unsigned short[::1] low, Py_ssize_t base,
                  long long weight) noexcept nogil

    @cython.locals(player=int, earned="long long")
    cdef void _add_parts(self, const unsigned short[::1] high, int best, const unsigned short[::1] low, int best_low,
                         Py_ssize_t base, long long weight) noexcept nogil

    @cython.locals(winners=int, player=int)
    cdef void _share_out(self, const unsigned short[::1] ranks, int best, Py_ssize_t base, long long units) noexcept nogil

    @cython.locals(deal="Py_ssize_t")
    cpdef void add_rows(self, const unsigned short[::1] high, const unsigned short[::1] low, Py_ssize_t deals) noexcept nogil
