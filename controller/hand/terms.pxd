# C types of terms.py; the annotations in the source stay those of ordinary Python.
cimport cython

@cython.final
cdef class Round:
    cdef public int hole, up, board, each, draw, burn
    cdef public bint burn_each, exchanges, discards_after, bring_in
    cdef public object discard
    cdef public str opener
    cdef public long long least

@cython.final
cdef class Terms:
    cdef public object game, rulings, rows
    cdef public str structure, flaw
    cdef public long long unit, most_bets, cards
    cdef public bint fixed, over_raises, pair_doubles, turns_up, uncapped_by_two, call_first, posted_price, losers_asked, reopens, absent_fold
    cdef public int boards, streets, fewest, most, deck_size, most_runs
    cdef public list rounds, rankings

cpdef long long least_bet(object stakes, object game, object street) except? -1

@cython.locals(card=int, numbers=int, mask="long long", bit="long long")
cpdef long long mask_of(tuple cards) except? -2
