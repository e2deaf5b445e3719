# C types of model.py; the annotations in the source stay those of ordinary Python.
cimport cython

from controller.vocab.chips cimport HasPot, HasStack

@cython.final
cdef class Player(HasStack):
    cdef public int seat
    cdef public long long bet, paid, dead, level
    cdef public tuple cards, up, showed, arranged
    cdef public bint shown, mucked

@cython.final
cdef class Round:
    cdef public int hole, up, board, each, draw, burn
    cdef public bint burn_each
    cdef public object discard
    cdef public long long least

@cython.final
cdef class Terms:
    cdef public object hand, structure
    cdef public long long unit, most_bets
    cdef public bint fixed, over_raises, pair_doubles, turns_up
    cdef public list rounds

@cython.final
cdef class Asked:
    cdef public object offered
    cdef public int seat
    cdef public str kind
    cdef public long long decision, call

@cython.final
cdef class Hand(HasPot):
    cdef public object started, game, rulings
    cdef public dict players
    cdef public list around
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
    cdef public Asked asked

    cpdef bint is_live(self, int seat)

    @cython.locals(player=Player, seats=list)
    cpdef list live_seats(self)

    @cython.locals(player=Player, folded=bint)
    cpdef list contributions(self)

cpdef object question(Hand hand, int seat, object kind, int least, int most, long long surrender=*)

cpdef long long least_bet(object started, object game, object street) except? -1

@cython.locals(ahead=int)
cpdef int next_seat(int seats, int after) except? -1
