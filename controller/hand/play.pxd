# C types of play.py; the annotations in the source stay those of ordinary Python.
cimport cython

from controller.hand.model cimport Hand, Player

cdef object _go_on(Hand hand, list events)

@cython.locals(player=Player, amount="long long", bet="long long", stack="long long")
cdef object _post(Hand hand, list events, object post)

@cython.locals(added="long long", player=Player)
cpdef object _bet(Hand hand, list events, object decision, object act, object auto)
