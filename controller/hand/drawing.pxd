# C types of drawing.py; the annotations in the source stay those of ordinary Python.
cimport cython

from controller.hand.model cimport Hand, Player, next_seat
from controller.hand.state cimport emit, emit_cards, emit_count
from controller.hand.terms cimport Round

@cython.locals(seat=int, player=Player, street=Round, least=int, most=int)
cpdef object next_discard(Hand hand)

@cython.locals(player=Player, least=int, most=int, count=int, unusable=list)
cpdef object cards_refusal(Hand hand, object decision, tuple cards)

@cython.locals(player=Player, street=Round, cards=tuple, seat=int, count=int, burn=int)
cpdef object take_discards(Hand hand, list events, object offered, object act, object auto)

cdef object _replace(Hand hand, list events, Player player, int count)

@cython.locals(again=tuple, player=Player)
cpdef tuple recyclable(Hand hand)

cdef int _left(Hand hand) except? -1

@cython.locals(again=tuple)
cpdef object refill(Hand hand, list events, int needed)
