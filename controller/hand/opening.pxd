# C types of opening.py; the annotations in the source stay those of ordinary Python.
cimport cython

from controller.hand.model cimport Hand, Player
from controller.hand.terms cimport Round

@cython.locals(street=Round)
cpdef int seat_before_opener(Hand hand) except -2

@cython.locals(by_suit=bint, first=int, best="long long", standing="long long", up=tuple, player=Player)
cpdef int seat_before(Hand hand, object opener) except -2

cpdef bint must_bring_in(Hand hand) except? -1
