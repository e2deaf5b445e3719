/* Looks over what Python hands in: kind, shape and size of buffers always, the cards in them on request. */
#include "buffers.h"

#include <string.h>

static bool is_format(const Py_buffer *view, const char *formats)
{
    const char *format = view->format ? view->format : "B";
    if (*format == '<' || *format == '=' || *format == '@')
        format++;
    return format[0] && !format[1] && strchr(formats, format[0]);
}

static bool refuse_size(const struct source *source, int least, int most)
{
    if (source->hands.size < least || source->hands.size > most) {
        PyErr_Format(PyExc_ValueError, "each of the %s has %d to %d cards, not %zd", source->name, least, most,
                     (Py_ssize_t)source->hands.size);
        return true;
    }
    return false;
}

/* Masks in one dimension, or bytes in two. */
static bool read_shape(struct source *source, bool columns, int least, int most)
{
    const Py_buffer *view = &source->view;
    struct hands *hands = &source->hands;
    Py_ssize_t size;
    if (view->ndim == 1 && view->itemsize == 8 && is_format(view, "QL")) {
        const uint64_t *masks = view->buf;
        if ((uintptr_t)masks % 8 != 0) {
            PyErr_Format(PyExc_ValueError, "the masks of the %s do not start at a multiple of eight bytes",
                         source->name);
            return false;
        }
        hands->layout = MASKS;
        source->count = (size_t)view->shape[0];
        size = source->count > 0 ? count_cards(masks[0]) : least;
    } else if (view->ndim == 2 && view->itemsize == 1 && is_format(view, "B")) {
        hands->layout = columns ? COLUMNS : ROWS;
        source->count = (size_t)view->shape[columns ? 1 : 0];
        size = view->shape[columns ? 0 : 1];
        hands->stride = source->count;
    } else {
        PyErr_Format(PyExc_TypeError,
                     "the %s come as unsigned bytes in two dimensions or as unsigned 64-bit masks in one, "
                     "not as %d dimensions of format '%s'",
                     source->name, view->ndim, view->format ? view->format : "B");
        return false;
    }
    hands->data = view->buf;
    hands->size = size > most ? most + 1 : (int)size;
    return !refuse_size(source, least, most);
}

bool open_source(struct source *source, PyObject *from, const char *name, bool columns, int least, int most)
{
    memset(source, 0, sizeof *source);
    source->name = name;
    if (PyObject_GetBuffer(from, &source->view, PyBUF_FORMAT | PyBUF_STRIDES) < 0) {
        if (PyErr_ExceptionMatches(PyExc_BufferError))
            PyErr_Format(PyExc_ValueError, "the %s are no plain buffer", name);
        return false;
    }
    if (!PyBuffer_IsContiguous(&source->view, 'C'))
        PyErr_Format(PyExc_ValueError, "the %s are not contiguous in C order: copy them first", name);
    else if (read_shape(source, columns, least, most))
        return true;
    PyBuffer_Release(&source->view);
    return false;
}

PyObject *open_out(Py_buffer *view, PyObject *out, PyObject *one_value, const char *format, size_t count)
{
    if (out == Py_None) {
        out = PySequence_Repeat(one_value, (Py_ssize_t)count);
        if (!out)
            return NULL;
    } else {
        Py_INCREF(out);
    }
    if (PyObject_GetBuffer(out, view, PyBUF_FORMAT | PyBUF_STRIDES | PyBUF_WRITABLE) < 0) {
        if (!PyErr_ExceptionMatches(PyExc_TypeError))
            PyErr_SetString(PyExc_ValueError, "out cannot be written to");
        Py_DECREF(out);
        return NULL;
    }
    if (view->ndim != 1 || !is_format(view, format))
        PyErr_Format(PyExc_TypeError, "out has one dimension of format '%s', not %d of format '%s'", format, view->ndim,
                     view->format ? view->format : "B");
    else if (!PyBuffer_IsContiguous(view, 'C') || (uintptr_t)view->buf % (uintptr_t)view->itemsize != 0)
        PyErr_SetString(PyExc_ValueError, "out is not contiguous");
    else if ((size_t)view->shape[0] < count)
        PyErr_Format(PyExc_ValueError, "out has room for %zd values, the hands are %zd", view->shape[0],
                     (Py_ssize_t)count);
    else
        return out;
    PyBuffer_Release(view);
    Py_DECREF(out);
    return NULL;
}

#define BIT(index) (uint64_t)1 << (index)
#define SUITS(rank) BIT(rank), BIT(16 + (rank)), BIT(32 + (rank)), BIT(48 + (rank))

const uint64_t bit_of_card[256] = {
    SUITS(0), SUITS(1), SUITS(2), SUITS(3),  SUITS(4),  SUITS(5),  SUITS(6),
    SUITS(7), SUITS(8), SUITS(9), SUITS(10), SUITS(11), SUITS(12), [DECK_SIZE ... 255] = NO_CARD,
};

static inline uint64_t read_mask(const struct source *source, size_t index, uint64_t *wrong)
{
    const struct hands *hands = &source->hands;
    const uint8_t *bytes = hands->data;
    uint64_t mask;
    switch (hands->layout) {
    case ROWS: return unite(bytes + index * (size_t)hands->size, 1, hands->size, wrong);
    case COLUMNS: return unite(bytes + index, hands->stride, hands->size, wrong);
    default:
        mask = ((const uint64_t *)hands->data)[index];
        *wrong |= (mask & ~EVERY_CARD) | (uint64_t)(count_cards(mask) != hands->size);
        return mask;
    }
}

static void explain(const struct source *source, size_t index)
{
    const struct hands *hands = &source->hands;
    Py_ssize_t hand = (Py_ssize_t)index;
    uint8_t cards[MOST_CARDS];
    if (hands->layout == MASKS) {
        unsigned long long mask = ((const uint64_t *)hands->data)[index];
        PyErr_Format(PyExc_ValueError, "%s: the mask %llu at index %zd is no set of %d cards", source->name, mask, hand,
                     hands->size);
        return;
    }
    load_cards(hands, index, cards);
    for (int i = 0; i < hands->size; i++) {
        if (cards[i] >= DECK_SIZE) {
            PyErr_Format(PyExc_ValueError, "%s: %d, card %d of the hand at index %zd, is not a card: cards are 0 to 51",
                         source->name, cards[i], i, hand);
            return;
        }
        for (int j = 0; j < i; j++)
            if (cards[i] == cards[j]) {
                PyErr_Format(PyExc_ValueError,
                             "%s: the card %d is twice in the hand at index %zd, as card %d and card %d",
                             source->name, cards[i], hand, j, i);
                return;
            }
    }
}

bool check_source(const struct source *source, const struct kernel *kernel)
{
    const struct hands *hands = &source->hands;
    size_t known = kernel && kernel->check ? kernel->check(hands, source->count) : 0;
    uint64_t wrong = 0;
    /* The usual case by itself, so that its seven look-ups are unrolled. */
    if (hands->layout == ROWS && hands->size == MOST_CARDS)
        for (size_t i = known; i < source->count; i++)
            unite((const uint8_t *)hands->data + MOST_CARDS * i, 1, MOST_CARDS, &wrong);
    else
        for (size_t i = known; i < source->count; i++)
            read_mask(source, i, &wrong);
    for (size_t i = known; wrong != 0 && i < source->count; i++) {
        uint64_t here = 0;
        read_mask(source, i, &here);
        if (here != 0) {
            explain(source, i);
            return false;
        }
    }
    return true;
}

bool check_deals(const struct source *holes, const struct source *boards, bool shared)
{
    if (!check_source(holes, NULL) || !check_source(boards, NULL))
        return false;
    for (size_t i = 0; i < holes->count; i++) {
        uint64_t wrong = 0;
        uint64_t both = read_mask(holes, i, &wrong) & read_mask(boards, shared ? 0 : i, &wrong);
        if (both) {
            int bit = __builtin_ctzll(both);
            PyErr_Format(PyExc_ValueError, "the card %d is in the hole and on the board of the deal at index %zd",
                         (bit & 15) << 2 | bit >> 4, (Py_ssize_t)i);
            return false;
        }
    }
    return true;
}
