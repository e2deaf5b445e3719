# C types of limits.py; the annotations in the source stay those of ordinary Python. A range of three chips is one in C.
cimport cython

from controller.hand.model cimport Hand, Player
from controller.hand.terms cimport Terms, least_bet

ctypedef (long long, long long, long long) Range

@cython.locals(terms=Terms, offered=Range)
cpdef Range raise_range(Hand hand, Player player) except *

cdef bint _reopened(Hand hand, Player player) except? -1

@cython.locals(everything="long long")
cdef Range _no_limit(Hand hand, Player player) except *

@cython.locals(everything="long long", pot="long long", most="long long", least="long long")
cdef Range _pot_limit(Hand hand, Player player) except *

@cython.locals(everything="long long", most="long long", least="long long")
cdef Range _fixed_limit(Hand hand, Player player) except *

cdef Range _cap_at_opponents(Hand hand, Player player, Range offered) except *
