# C types of showdown.py; the annotations in the source stay those of ordinary Python.
cimport cython

from controller.games.ranking cimport Ranking
from controller.hand.model cimport Hand, Player, next_seat

cdef tuple _board(Hand hand, object share, int run)

@cython.locals(ranking=Ranking, board=tuple, ranks=dict, seat=int, player=Player)
cdef object _claim(Hand hand, int number, list seats, int run)

@cython.locals(first=int, begin=int)
cpdef list showing_order(Hand hand)

cdef int _first_without_bet(Hand hand) except? -1

@cython.locals(best=dict, wins=bint, part=int, number=int, mine=int)
cpdef list show_or_muck(Hand hand, object parts)

@cython.locals(ranking=Ranking, board=tuple, player=Player, made=list, run=int, number=int, rank=int)
cpdef object tabled(Hand hand, int seat)
