# C types of dealing.py; the annotations in the source stay those of ordinary Python.
cimport cython

from controller.hand.model cimport Hand, Player
from controller.hand.state cimport emit

@cython.locals(each=int, players=int, first=int, place=int, hole=int)
cpdef object deal_hole_cards(Hand hand, list events)

@cython.locals(board=int)
cdef object _deal_boards(Hand hand, list events, int count)
