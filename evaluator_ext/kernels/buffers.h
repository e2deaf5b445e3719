/* Buffers of hands and of values, seen from Python. Whatever is wrong with one sets a Python error. */
#ifndef JAKAJA_BUFFERS_H
#define JAKAJA_BUFFERS_H

#define PY_SSIZE_T_CLEAN
#include <Python.h>
#include <stdbool.h>

#include "kernels.h"

/* The bits of a hand mask that are cards, and one that is none. */
#define EVERY_CARD 0x1FFF1FFF1FFF1FFFu
#define NO_CARD ((uint64_t)1 << 63)

struct source {
    Py_buffer view;
    struct hands hands;
    size_t count;
    const char *name;
};

/* By card: its bit in a hand mask, or NO_CARD. */
extern const uint64_t bit_of_card[256];

/* The cards of a hand as a mask; sets `wrong` when one is no card or is there twice, and only then: twice the same bit
 * adds up to more than it unites to. */
static inline uint64_t unite(const uint8_t *cards, size_t step, int size, uint64_t *wrong)
{
    uint64_t sum = 0, mask = 0;
    for (int i = 0; i < size; i++) {
        uint64_t bit = bit_of_card[cards[(size_t)i * step]];
        sum += bit;
        mask |= bit;
    }
    *wrong |= (sum ^ mask) | (mask & NO_CARD);
    return mask;
}

/* How many bits are set; written out, since the builtin is a call where the processor is not known to have one. */
static inline int count_cards(uint64_t mask)
{
    mask -= mask >> 1 & 0x5555555555555555u;
    mask = (mask & 0x3333333333333333u) + (mask >> 2 & 0x3333333333333333u);
    return (int)(((mask + (mask >> 4)) & 0x0F0F0F0F0F0F0F0Fu) * 0x0101010101010101u >> 56);
}

/* Take hands of `least` to `most` cards from an object; the source's view is released by the caller, if true. */
bool open_source(struct source *source, PyObject *from, const char *name, bool columns, int least, int most);

/* The caller's `out`, or a new array when it is None. Returns a new reference to what holds the values; the view is
 * released by the caller, if not null. */
PyObject *open_out(Py_buffer *view, PyObject *out, PyObject *one_value, const char *format, size_t count);

/* Whether all cards are cards and none is twice in a hand; names the first that is wrong. A kernel for hands of five to
 * seven cards may help; it may be null. */
bool check_source(const struct source *source, const struct kernel *kernel);

/* The same for holes with their boards, or with the one that they share. */
bool check_deals(const struct source *holes, const struct source *boards, bool shared);

#endif
