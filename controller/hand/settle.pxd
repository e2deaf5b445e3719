# C types of settle.py; the annotations in the source stay those of ordinary Python.
cimport cython

@cython.final
@cython.freelist(16)
cdef class Contribution:
    cdef readonly int seat
    cdef readonly long long paid, dead
    cdef readonly bint folded

@cython.locals(one=Contribution)
cpdef Contribution contribution(int seat, long long paid, bint folded, long long dead)

@cython.locals(highest="long long", second="long long", paid="long long", one=Contribution, owner=Contribution)
cpdef object uncalled(object contributions)

@cython.locals(everything="long long", taken="long long", reached="long long", level="long long", top="long long", paid="long long",
               one=Contribution)
cpdef tuple form_pots(object contributions)

@cython.locals(chips="long long", one=Contribution)
cdef long long _reached(object contributions, long long level) except? -1

@cython.locals(above="long long", one=Contribution)
cdef long long _next_level(object contributions, long long level, long long top) except? -1

@cython.locals(seats=list, one=Contribution)
cdef tuple _contenders(object contributions, long long level)

@cython.locals(awards=list, won=list, shares=int, share=int, run=int, number=int, unit="long long", each="long long", odd="long long",
               part="long long")
cpdef tuple awards_of(object pots, object taken, object claims, object terms)

@cython.final
cdef class _Won:
    cdef int run, share
    cdef list winners

@cython.locals(one=_Won, awards=list, each="long long", odd="long long", place=int)
cdef list _divided_into_shares(int pot, long long amount, list won, object terms)

@cython.locals(one=_Won, winners=set, same=set)
cdef bint _won_by_the_same(list won) except? -1

@cython.locals(ranks=dict, best="long long", rank="long long", winners=list)
cdef list _winners(tuple seats, object claim)

@cython.locals(awards=list, unit="long long", winners=list, each="long long", odd="long long", extra="long long", place=int)
cdef list _divided(int pot, _Won won, long long amount, object terms)

cdef long long _odd_chips(int place, long long odd, str rule) except? -1
