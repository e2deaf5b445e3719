# C types of limits.py; the annotations in the source stay those of ordinary Python.
cimport cython

from controller.hand.model cimport Hand, Player, least_bet

cpdef tuple raise_range(Hand hand, Player player)

cdef bint _reopened(Hand hand, Player player, object rulings) except? -1

@cython.locals(everything="long long")
cpdef tuple _no_limit(Hand hand, Player player)

@cython.locals(everything="long long", pot="long long", most="long long", least="long long")
cpdef tuple _pot_limit(Hand hand, Player player)

@cython.locals(everything="long long", most="long long", least="long long")
cpdef tuple _fixed_limit(Hand hand, Player player)
