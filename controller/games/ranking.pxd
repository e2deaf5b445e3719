# C types of ranking.py; the annotations in the source stay those of ordinary Python.
cdef class Ranking:
    cdef object _rank_cards
    cdef object _cards_that_play
    cdef tuple _names
    cdef readonly int fewest
    cpdef int rank(self, object own, object board) except -1
    cpdef tuple plays(self, object own, object board)
    cpdef object name(self, int rank)

cdef class OmahaRanking(Ranking):
    pass

cpdef Ranking ranking_of(object share, object rulings)
