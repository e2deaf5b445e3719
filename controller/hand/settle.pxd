# C types of settle.py; the annotations in the source stay those of ordinary Python.
cimport cython

@cython.locals(highest="long long", second="long long", paid="long long")
cpdef object uncalled(object contributions)

@cython.locals(everything="long long", taken="long long", reached="long long", level="long long", paid="long long", live=list, levels=set)
cpdef tuple form_pots(object contributions)

cdef tuple _contenders(list live, long long level)
