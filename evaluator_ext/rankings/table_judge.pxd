# C types of table_judge.py; the annotations in the source stay those of ordinary Python.
cimport cython

from evaluator_ext.rankings.tables cimport Table

cdef int _CARD, _FOUR

@cython.final
cdef class TableJudge:
    cdef tuple _names
    cdef list _runs
    cdef bytes _four_flush
    cdef bytes _place
    cdef int _least
    cdef int _most
    cdef list _tables

    @cython.locals(table=Table)
    cpdef Table table(self, int count)

    @cython.locals(table=Table)
    cpdef int rank(self, object cards) except -1

    @cython.locals(table=Table, best=int)
    cpdef tuple plays(self, object cards)

    @cython.locals(run=bytes, taken=int, weighed=list, card=int, held=int, copies=int, suited=int, other=int, made=int,
                   weight=int)
    cdef tuple _arranged(self, list cards, int rank)
