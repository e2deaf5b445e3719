# C types of state.py; the annotations in the source stay those of ordinary Python.
cimport cython

from controller.hand.model cimport Hand, Player, count_of
from controller.hand.terms cimport Round, Terms
from controller.vocab.chips cimport pot_to_stack, stack_to_pot

cpdef object emit(Hand hand, list events, object event)

@cython.locals(seat=int, decision="long long")
cpdef object emit_offer(Hand hand, list events, Player player, long long call, long long least, long long most, long long step, str kind)

@cython.locals(to="long long", decision="long long")
cpdef object emit_bet(Hand hand, list events, Player player, str kind, long long added, object auto)

@cython.locals(bet="long long")
cpdef object emit_post(Hand hand, list events, Player player, str kind, long long amount)

cpdef object emit_cards(Hand hand, list events, Player player, tuple cards)

cpdef object emit_up_cards(Hand hand, list events, Player player, tuple cards)

cpdef object emit_count(Hand hand, list events, Player player)

cpdef object evolve(Hand hand, object event)

@cython.locals(chips="long long", player=Player)
cdef object _audit(Hand hand, object event)

cpdef object _deck_fixed(Hand hand, object event)

cpdef object _posted(Hand hand, object event)

cdef object _post(Hand hand, Player player, str kind, long long amount, long long bet)

@cython.locals(player=Player)
cpdef object _deck_recycled(Hand hand, object event)

cpdef object _hole_cards_dealt(Hand hand, object event)

cdef object _take_cards(Hand hand, Player player, tuple cards)

cpdef object _up_cards_dealt(Hand hand, object event)

cdef object _take_up_cards(Hand hand, Player player, tuple cards)

@cython.locals(street=Round, each=int, gone=int, first=int, apart=int)
cdef object _next_cards_of(Hand hand, int seat, tuple cards)

@cython.locals(place=int, card=int)
cdef bint _lie_in(tuple deck, int first, int apart, tuple cards) except? -1

@cython.locals(player=Player, gone=tuple, kept=tuple)
cpdef object _cards_discarded(Hand hand, object event)

@cython.locals(number=int, burnt=int, street=Round, terms=Terms)
cpdef object _street_began(Hand hand, object event)

@cython.locals(upto=int, left=int)
cdef object _burn(Hand hand, int count)

@cython.locals(at=int, burnt=int, cards=tuple, boards=list)
cpdef object _board_dealt(Hand hand, object event)

cpdef object _decision_offered(Hand hand, object event)

cdef object _offered(Hand hand, object event, int seat, long long decision, str kind, long long call)

@cython.locals(seat=int)
cpdef object _acted(Hand hand, object event)

@cython.locals(seat=int, others=int)
cdef object _bet(Hand hand, Player player, str kind, long long to, long long added)

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

@cython.locals(player=Player, street=Round)
cpdef object _street_closed(Hand hand, object event)

@cython.locals(player=Player)
cpdef object _hand_turned_up(Hand hand, object event)

cpdef object _hand_shown(Hand hand, object event)

cpdef object _hand_mucked(Hand hand, object event)

cpdef object _rake_taken(Hand hand, object event)

cpdef object _drop_taken(Hand hand, object event)

cpdef object _pot_awarded(Hand hand, object event)

cpdef object _hand_ended(Hand hand, object _event)
