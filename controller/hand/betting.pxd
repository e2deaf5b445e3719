# C types of betting.py; the annotations in the source stay those of ordinary Python.
cimport cython

from controller.hand.drawing cimport cards_refusal
from controller.hand.limits cimport raise_range
from controller.hand.model cimport Hand, Player, next_seat
from controller.hand.opening cimport must_bring_in, seat_before_opener
from controller.hand.state cimport emit, emit_offer

cpdef bint ask_next(Hand hand, list events) except? -1

@cython.locals(after=int, absent=int, seat=int, player=Player, price="long long", least="long long", most="long long", step="long long", kind=str)
cdef bint _ask_to_bet(Hand hand, list events) except? -1

cdef long long _to_call(Player player, long long price) except? -1

@cython.locals(most="long long")
cdef long long _price_alone(Hand hand, int seat) except? -1

cpdef object refused(Hand hand, object decision, object act, str kind)
