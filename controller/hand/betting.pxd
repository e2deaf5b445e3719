# C types of betting.py; the annotations in the source stay those of ordinary Python.
cimport cython

from controller.hand.limits cimport raise_range
from controller.hand.model cimport Asked, Hand, Player, next_seat
from controller.hand.opening cimport must_bring_in, seat_before_opener

@cython.locals(after=int, absent=int, seat=int, player=Player, price="long long", least="long long", most="long long", step="long long", alone=bint,
               bring_in=bint)
cpdef object next_decision(Hand hand)

@cython.locals(most="long long")
cdef long long _price_alone(Hand hand, int seat) except? -1

@cython.locals(decision=Asked, kind=str)
cpdef object accept(Hand hand, object act)
