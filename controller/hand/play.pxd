# C types of play.py; the annotations in the source stay those of ordinary Python.
cimport cython

from controller.hand.betting cimport ask_next, refused
from controller.hand.dealing cimport begin_first_street, begin_street
from controller.hand.model cimport Hand, Player
from controller.hand.runs cimport next_runs
from controller.hand.settle cimport form_pots, uncalled
from controller.hand.showdown cimport show_or_muck
from controller.hand.state cimport emit, emit_bet, emit_post
from controller.hand.terms cimport Terms, mask_of

@cython.locals(terms=Terms, players=int, button=int, before=int, place=int, player=Player)
cdef str _flaw(Hand hand, tuple deck)

@cython.locals(unit="long long", amount="long long")
cdef str _flaw_of_posts(Hand hand, tuple posts, object bomb_pot)

@cython.locals(player=Player, amount="long long")
cdef object _post(Hand hand, list events, object post)

@cython.locals(player=Player, added="long long")
cdef object _bet(Hand hand, list events, object act, str kind, object auto)

cdef object _go_on(Hand hand, list events)

@cython.locals(player=Player, stack="long long")
cdef object _close_street(Hand hand, list events)

@cython.locals(player=Player)
cdef object _end_by_showdown(Hand hand, list events)

@cython.locals(player=Player, rake="long long")
cdef object _pay(Hand hand, list events, object parts, object cause)

@cython.locals(player=Player, stacks=list)
cdef object _end(Hand hand, list events)
