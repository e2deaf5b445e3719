# C types of settle.py; the annotations in the source stay those of ordinary Python.
cimport cython

@cython.final
cdef class Contribution:
    cdef readonly int seat
    cdef readonly long long paid, dead
    cdef readonly bint folded

@cython.locals(highest="long long", second="long long", paid="long long", one=Contribution, owner=Contribution)
cpdef object uncalled(object contributions)

@cython.locals(everything="long long", taken="long long", reached="long long", level="long long", paid="long long", live=list, levels=set,
               one=Contribution)
cpdef tuple form_pots(object contributions)

cdef tuple _contenders(list live, long long level)
