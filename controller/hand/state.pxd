# C types of state.py; the annotations in the source stay those of ordinary Python.
cimport cython

from controller.hand.model cimport Asked, Hand, Player, Round
from controller.vocab.chips cimport pot_to_stack, stack_to_pot

cpdef object emit(Hand hand, list events, object event)

cpdef object emit_decision(Hand hand, list events, object event)

cpdef object emit_act(Hand hand, list events, object event)

cpdef object evolve(Hand hand, object event)

@cython.locals(chips="long long", player=Player)
cdef object _audit(Hand hand, object event)

cpdef object _deck_fixed(Hand hand, object event)

@cython.locals(player=Player)
cpdef object _posted(Hand hand, object event)

@cython.locals(player=Player)
cpdef object _deck_recycled(Hand hand, object event)

@cython.locals(seat=int, cards=tuple, player=Player)
cpdef object _hole_cards_dealt(Hand hand, object event)

@cython.locals(player=Player, seat=int, cards=tuple)
cpdef object _up_cards_dealt(Hand hand, object event)

@cython.locals(street=Round, count=int, each=int, players=int, place=int, had=int, first=int, expected=tuple)
cdef object _next_cards_of(Hand hand, int seat, tuple cards)

@cython.locals(player=Player)
cpdef object _cards_discarded(Hand hand, object event)

@cython.locals(number=int, burnt=int, street=Round)
cpdef object _street_began(Hand hand, object event)

@cython.locals(others=int)
cdef bint _is_two(int seats) except? -1

@cython.locals(upto=int, left=int)
cdef object _burn(Hand hand, int count)

@cython.locals(upto=int, at=int, burnt=int, cards=tuple)
cpdef object _board_dealt(Hand hand, object event)

@cython.locals(asked=Asked)
cpdef object _decision_offered(Hand hand, object event)

@cython.locals(seat=int, others=int, player=Player, offered=Asked, kind=str, added="long long")
cpdef object _acted(Hand hand, object event)

cpdef object _runs_agreed(Hand hand, object event)

cpdef object _runs_acted(Hand hand, object event)

cpdef object _show_acted(Hand hand, object event)

@cython.locals(seat=int)
cpdef object _arrange_acted(Hand hand, object event)

@cython.locals(player=Player)
cpdef object _cards_shown(Hand hand, object event)

@cython.locals(player=Player)
cpdef object _rows_arranged(Hand hand, object event)

cpdef object _row_shown(Hand hand, object event)

@cython.locals(player=Player)
cpdef object _rows_judged(Hand hand, object event)

cpdef object _rows_compared(Hand hand, object event)

cpdef object _discard_acted(Hand hand, object event)

@cython.locals(size="long long")
cdef object _raised(Hand hand, int seat, long long to)

@cython.locals(size="long long", whole=bint)
cdef object _raised_in_limit(Hand hand, long long to)

cpdef bint counts_as_raise(long long size, long long unit, object rulings)

@cython.locals(player=Player)
cpdef object _uncalled_returned(Hand hand, object event)

@cython.locals(player=Player)
cpdef object _street_closed(Hand hand, object event)

@cython.locals(player=Player)
cpdef object _hand_turned_up(Hand hand, object event)

cpdef object _hand_shown(Hand hand, object event)

cpdef object _hand_mucked(Hand hand, object event)

cpdef object _rake_taken(Hand hand, object event)

cpdef object _drop_taken(Hand hand, object event)

cpdef object _pot_awarded(Hand hand, object event)

cpdef object _hand_ended(Hand hand, object _event)
