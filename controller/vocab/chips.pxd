# C types of chips.py; the annotations in the source stay those of ordinary Python.

cdef class HasStack:
    cdef public long long stack

cdef class HasPot:
    cdef public long long pot, rake, dropped

cpdef object stack_to_pot(HasStack player, HasPot middle, long long amount)

cpdef object pot_to_stack(HasPot middle, HasStack player, long long amount)

cpdef object pot_to_rake(HasPot middle, long long amount)

cpdef object pot_to_pool(HasPot middle, long long amount)
