/* What Python's rankings call to rank in bulk; binding.c lists these. */
#ifndef JAKAJA_FILLING_H
#define JAKAJA_FILLING_H

#include "buffers.h"

/* The kernel of this name that runs here, or NULL and a Python error. */
const struct kernel *find_kernel(const char *name);

PyObject *lay_out(PyObject *module, PyObject *arguments);
PyObject *fill(PyObject *module, PyObject *arguments);
PyObject *fill_badugi(PyObject *module, PyObject *arguments);
PyObject *unpack(PyObject *module, PyObject *arguments);

#endif
