# C types of omaha.py; the annotations in the source stay those of ordinary Python.
cimport cython

cdef int _check_deal(object hole, object board) except -1

cpdef tuple omaha_five(object hole, object board)

cpdef tuple omaha_low_five(object hole, object board, object max_rank=*, object board_max_rank=*)

@cython.locals(best=int, five=tuple, threes=list, two_ranks=int, two=tuple, three_ranks=int, three=tuple, value=int)
cdef tuple _low_choice(object hole, object board, object max_rank, object board_max_rank)

@cython.locals(parts=list, part=tuple)
cdef list _low_parts(object cards, int count, int max_rank)
