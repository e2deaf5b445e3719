# C types of dealing.py; the annotations in the source stay those of ordinary Python.
cimport cython

from controller.hand.model cimport Hand, Player
from controller.hand.state cimport emit, emit_cards, emit_count
from controller.hand.terms cimport Round

@cython.locals(players=int, first=int, end=int, place=int, seat=int, street=Round, player=Player, cards=tuple, down=tuple)
cpdef object deal_hole_cards(Hand hand, list events)

@cython.locals(street=Round)
cpdef object begin_first_street(Hand hand, list events)

@cython.locals(rounds=list, street=Round, following=Round, needed=int, burnt=int, left=int, later=int, shared=bint)
cpdef object begin_street(Hand hand, list events, int number)

@cython.locals(board=int)
cdef object _deal_boards(Hand hand, list events, int count)
