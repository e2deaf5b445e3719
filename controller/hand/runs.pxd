# C types of runs.py; the annotations in the source stay those of ordinary Python.
cimport cython

from controller.hand.model cimport Hand, next_seat

@cython.locals(asked=int, most=int, seat=int)
cpdef object next_runs(Hand hand)
