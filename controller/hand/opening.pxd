# C types of opening.py; the annotations in the source stay those of ordinary Python.
from controller.hand.model cimport Hand, Player

cpdef object seat_before_opener(Hand hand)

cpdef bint must_bring_in(Hand hand) except? -1
