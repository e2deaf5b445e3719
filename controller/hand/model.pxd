# C types of model.py; the annotations in the source stay those of ordinary Python.
cimport cython

from controller.hand.settle cimport contribution
from controller.hand.terms cimport Round, Terms
from controller.vocab.chips cimport HasPot, HasStack

@cython.final
cdef class Player(HasStack):
    cdef public int seat
    cdef public long long bet, paid, dead, level
    cdef public tuple cards, up, showed, arranged
    cdef public bint shown, mucked

@cython.final
cdef class Hand(HasPot):
    cdef public object started, game, rulings
    cdef public dict players
    cdef public list around, seated
    cdef public long long chips
    cdef public int live, able
    cdef public long long price, last_raise, next_decision, full_level
    cdef public int bets
    cdef public bint uncapped, betting
    cdef public int to_act, may_raise, to_discard, turn_after, aggressor, round_aggressor, street
    cdef public tuple deck
    cdef public int dealt, round_from
    cdef public int wanted_runs, willing, runs, chosen, turned_up, to_arrange, surrendered
    cdef public tuple boards, burnt, discards, fresh_discards
    cdef public tuple pots
    cdef public object decision
    cdef public bint over
    cdef public Terms terms
    cdef public object number
    cdef public int asked
    cdef public str asked_kind
    cdef public long long asked_call

    @cython.locals(player=Player)
    cpdef object seat_all(self, list players)

    @cython.locals(player=Player)
    cdef object _count_in(self)

    @cython.locals(terms=Terms, first=Round, straddles=int, opening="long long", amount="long long")
    cdef object _open_at_posts(self, tuple posts)

    @cython.locals(player=Player)
    cpdef Player player(self, int seat)

    cpdef bint is_live(self, int seat)

    @cython.locals(player=Player, seats=list)
    cpdef list live_seats(self)

    @cython.locals(player=Player, folded=bint, made=list)
    cpdef list contributions(self)

cpdef object question(Hand hand, int seat, object kind, int least, int most, long long surrender=*)

@cython.locals(ahead=int, seat=int)
cpdef int next_seat(int seats, int after) except? -1

@cython.locals(count=int)
cpdef int count_of(int seats) except? -1
