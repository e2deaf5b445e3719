# C types of dealing.py; the annotations in the source stay those of ordinary Python.
cimport cython

from controller.hand.model cimport Hand, Player
from controller.hand.state cimport emit, emit_cards, emit_count, emit_up_cards
from controller.hand.terms cimport Round

@cython.locals(players=int, first=int, seat=int, street=Round, player=Player)
cpdef object deal_hole_cards(Hand hand, list events)

@cython.locals(cards=list, number=int)
cdef tuple _every(tuple deck, int first, int apart, int count)

@cython.locals(street=Round)
cpdef object begin_first_street(Hand hand, list events)

@cython.locals(rounds=list, street=Round, following=Round, needed=int, burnt=int, left=int, later=int, shared=bint)
cpdef object begin_street(Hand hand, list events, int number)

@cython.locals(board=int)
cdef object _deal_boards(Hand hand, list events, int count)
