# C types of play.py; the annotations in the source stay those of ordinary Python.
cimport cython

from controller.hand.betting cimport accept, next_decision
from controller.hand.dealing cimport begin_first_street, begin_street
from controller.hand.model cimport Asked, Hand, Player
from controller.hand.runs cimport next_runs
from controller.hand.settle cimport form_pots, uncalled
from controller.hand.showdown cimport show_or_muck
from controller.hand.state cimport emit, emit_act, emit_decision

@cython.locals(player=Player, amount="long long", bet="long long", stack="long long")
cdef object _post(Hand hand, list events, object post)

@cython.locals(player=Player, added="long long", kind=str)
cdef object _bet(Hand hand, list events, Asked asked, object act, object auto)

cdef object _go_on(Hand hand, list events)

@cython.locals(player=Player, stack="long long")
cdef object _close_street(Hand hand, list events)

@cython.locals(player=Player)
cdef object _end_by_showdown(Hand hand, list events)

@cython.locals(player=Player, rake="long long")
cdef object _pay(Hand hand, list events, object parts, object cause)
