/* The door for rankings whose shapes and refusals are Python's: ranks go from buffer to buffer without the GIL. */
#include "filling.h"

#include "look_up.h"
#include "tables.h"

enum { VIEWS = 7, FOUR_SETS = 715, MOST_MORE = 2, BADUGI = 4 };

static const char *const capsule_name = "evaluator_ext._kernels.tables";

/* The tables of one ranking, and the views that keep them where they are. */
struct owned {
    struct look_up tables;
    Py_buffer views[VIEWS];
    int used;
};

static void let_go(struct owned *owned)
{
    for (int i = 0; i < owned->used; i++)
        PyBuffer_Release(&owned->views[i]);
    PyMem_Free(owned);
}

static void let_capsule_go(PyObject *capsule)
{
    let_go(PyCapsule_GetPointer(capsule, capsule_name));
}

static bool open_flat(Py_buffer *view, PyObject *from, int flags, size_t item_size, size_t least)
{
    if (PyObject_GetBuffer(from, view, flags) < 0) {
        if (PyErr_ExceptionMatches(PyExc_BufferError))
            PyErr_SetString(PyExc_ValueError, "the numbers do not lie side by side, or cannot be written to");
        return false;
    }
    if ((size_t)view->itemsize == item_size && (size_t)view->len / item_size >= least &&
        (uintptr_t)view->buf % item_size == 0)
        return true;
    PyErr_Format(PyExc_ValueError, "%zu numbers of %zu bytes are needed, not %zd of %zd", least, item_size,
                 view->len / view->itemsize, view->itemsize);
    PyBuffer_Release(view);
    return false;
}

/* A table of at least so many numbers, open as long as its owner; null and a Python error for a smaller one. */
static const void *keep(struct owned *owned, PyObject *from, size_t item_size, size_t least)
{
    Py_buffer *view = &owned->views[owned->used];
    if (!open_flat(view, from, PyBUF_CONTIG_RO, item_size, least))
        return NULL;
    owned->used++;
    return view->buf;
}

static size_t length(const struct owned *owned, int view)
{
    return (size_t)(owned->views[view].len / owned->views[view].itemsize);
}

static size_t highest(const uint16_t *numbers, size_t count)
{
    size_t found = 0;
    for (size_t i = 0; i < count; i++)
        found = numbers[i] > found ? numbers[i] : found;
    return found;
}

/* No sum of cards, and no rank that a table has, may lead outside of the next table. */
static bool fits(const struct owned *owned, const uint32_t *weights)
{
    const struct look_up *tables = &owned->tables;
    size_t most_weight = 0, rows = length(owned, 1), best = highest(tables->mixed, length(owned, 2));
    for (int i = 0; i < RANK_COUNT; i++)
        most_weight = weights[i] > most_weight ? weights[i] : most_weight;
    for (int view = 3; view < 5; view++) {
        size_t other = highest(owned->views[view].buf, length(owned, view));
        best = other > best ? other : best;
    }
    if (most_weight < 1u << KEY_BITS && most_weight * (size_t)tables->size < (size_t)1 << KEY_BITS &&
        (most_weight * (size_t)tables->size >> COLUMN_BITS) < rows &&
        highest(tables->shifts, rows) + COLUMN_COUNT <= length(owned, 2) &&
        (!tables->decider || (best < length(owned, 5) && best < length(owned, 6))))
        return true;
    PyErr_SetString(PyExc_ValueError, "these tables do not belong together");
    return false;
}

/* lay_out(size, enough, deck, weights, shifts, mixed, suited, four_suited, offset, decider): the tables as a capsule. */
PyObject *lay_out(PyObject *module, PyObject *arguments)
{
    PyObject *weights, *shifts, *mixed, *suited, *four_suited, *offset, *decider;
    unsigned long long deck;
    struct owned *owned = PyMem_Calloc(1, sizeof *owned);
    (void)module;
    if (!owned)
        return PyErr_NoMemory();
    struct look_up *tables = &owned->tables;
    if (PyArg_ParseTuple(arguments, "iiKOOOOOOO", &tables->size, &tables->enough, &deck, &weights, &shifts, &mixed,
                         &suited, &four_suited, &offset, &decider)) {
        size_t fours = tables->enough == 4 && tables->size == FIVE ? FOUR_SETS * RANK_COUNT : 0;
        const uint32_t *weight = keep(owned, weights, sizeof *weight, RANK_COUNT);
        tables->deck = deck;
        if (tables->size < 1 || tables->size > FIVE || (tables->enough != 0 && tables->enough != 4 &&
                                                        (tables->enough < 3 || tables->enough != tables->size)))
            PyErr_SetString(PyExc_ValueError, "1 to 5 cards play, and as many or four make a flush");
        else if (weight && (tables->shifts = keep(owned, shifts, 2, 1)) && (tables->mixed = keep(owned, mixed, 2, 1)) &&
                 (tables->suited = keep(owned, suited, 2, RANK_SETS)) &&
                 (tables->four_suited = keep(owned, four_suited, 2, fours)) &&
                 (tables->offset = keep(owned, offset, 2, 0)) && (tables->decider = keep(owned, decider, 1, 0))) {
            if (length(owned, 6) == 0)
                tables->decider = NULL;
            prepare_steps(&tables->steps, weight);
            if (fits(owned, weight)) {
                PyObject *capsule = PyCapsule_New(owned, capsule_name, let_capsule_go);
                if (capsule)
                    return capsule;
            }
        }
    }
    let_go(owned);
    return NULL;
}

/* One call of a `Fill` of batches.py while it runs. */
struct task {
    Py_buffer cards, ranks;
    struct dealt dealt;
    size_t first, end;
    int check;
};

/* Take cards, ranks, count, hand_step, card_step, first, end and check; the views are released by the caller, if true. */
static bool open_task(struct task *task, PyObject *arguments, Py_ssize_t from, int least, int most)
{
    PyObject *cards, *ranks, *rest = PyTuple_GetSlice(arguments, from, PyTuple_GET_SIZE(arguments));
    Py_ssize_t hand_step, card_step, first, end;
    bool parsed = rest && PyArg_ParseTuple(rest, "OOinnnnp", &cards, &ranks, &task->dealt.count, &hand_step, &card_step,
                                           &first, &end, &task->check);
    Py_XDECREF(rest);
    if (!parsed)
        return false;
    int count = task->dealt.count;
    if (count < least || count > most || hand_step < 1 || card_step < 1 || first < 0 || end < first ||
        (card_step != 1 && hand_step != 1)) {
        PyErr_SetString(PyExc_ValueError, "there are no such hands");
        return false;
    }
    task->dealt.hand_step = (size_t)hand_step;
    task->dealt.card_step = (size_t)card_step;
    task->first = (size_t)first;
    task->end = (size_t)end;
    size_t last = end > 0 ? ((size_t)end - 1) * (size_t)hand_step + (size_t)(count - 1) * (size_t)card_step + 1 : 0;
    if (!open_flat(&task->cards, cards, PyBUF_CONTIG_RO, 1, last))
        return false;
    if (!open_flat(&task->ranks, ranks, PyBUF_CONTIG, sizeof(uint16_t), (size_t)end)) {
        PyBuffer_Release(&task->cards);
        return false;
    }
    task->dealt.cards = task->cards.buf;
    return true;
}

/* The first hand that is wrong if any, or -1 when all are ranked. */
static PyObject *close_task(struct task *task, size_t wrong)
{
    PyBuffer_Release(&task->cards);
    PyBuffer_Release(&task->ranks);
    return PyLong_FromSsize_t(wrong < task->end ? (Py_ssize_t)wrong : -1);
}

/* fill(kernel, tables, ...): a `Fill` for hands whose tables `lay_out` made. */
PyObject *fill(PyObject *module, PyObject *arguments)
{
    struct task task;
    (void)module;
    if (PyTuple_GET_SIZE(arguments) < 2)
        return PyErr_Format(PyExc_TypeError, "a kernel and tables come first");
    const char *name = PyUnicode_AsUTF8(PyTuple_GET_ITEM(arguments, 0));
    const struct kernel *kernel = name ? find_kernel(name) : NULL;
    const struct look_up *tables = kernel ? PyCapsule_GetPointer(PyTuple_GET_ITEM(arguments, 1), capsule_name) : NULL;
    if (!tables || !open_task(&task, arguments, 2, tables->size, tables->size + MOST_MORE))
        return NULL;
    size_t wrong = task.end;
    Py_BEGIN_ALLOW_THREADS
    prepare_tables();
    if (task.check)
        wrong = first_wrong(&task.dealt, tables->deck, task.first, task.end);
    if (wrong == task.end)
        rank_by_look_up(kernel, tables, &task.dealt, task.first, task.end, task.ranks.buf);
    Py_END_ALLOW_THREADS
    return close_task(&task, wrong);
}

/* fill_badugi(...): a `Fill` for badugi hands. */
PyObject *fill_badugi(PyObject *module, PyObject *arguments)
{
    struct task task;
    (void)module;
    if (!open_task(&task, arguments, 0, BADUGI, BADUGI))
        return NULL;
    size_t wrong = task.end;
    Py_BEGIN_ALLOW_THREADS
    prepare_tables();
    if (task.check)
        wrong = first_wrong(&task.dealt, ((uint64_t)1 << DECK_SIZE) - 1, task.first, task.end);
    if (wrong == task.end)
        rank_badugi(&task.dealt, task.first, task.end, task.ranks.buf);
    Py_END_ALLOW_THREADS
    return close_task(&task, wrong);
}

/* unpack(masks, rows, size): the cards of each mask side by side; the first mask that has not `size` cards, or -1. */
PyObject *unpack(PyObject *module, PyObject *arguments)
{
    PyObject *masks_from, *rows_to;
    Py_buffer masks, rows;
    int size;
    (void)module;
    if (!PyArg_ParseTuple(arguments, "OOi", &masks_from, &rows_to, &size))
        return NULL;
    if (size < 0 || size > 64)
        return PyErr_Format(PyExc_ValueError, "a mask has 0 to 64 bits, not %d", size);
    if (!open_flat(&masks, masks_from, PyBUF_CONTIG_RO, sizeof(uint64_t), 0))
        return NULL;
    size_t count = (size_t)masks.len / sizeof(uint64_t), done = 0;
    if (!open_flat(&rows, rows_to, PyBUF_CONTIG, 1, count * (size_t)size)) {
        PyBuffer_Release(&masks);
        return NULL;
    }
    Py_BEGIN_ALLOW_THREADS
    const uint64_t *mask = masks.buf;
    for (uint8_t *card = rows.buf; done < count; done++) {
        uint64_t left = mask[done];
        if ((left & ~EVERY_CARD) || count_cards(left) != size)
            break;
        for (; left; left &= left - 1) {
            int bit = __builtin_ctzll(left);
            *card++ = (uint8_t)((bit & 15) << 2 | bit >> 4);
        }
    }
    Py_END_ALLOW_THREADS
    PyBuffer_Release(&masks);
    PyBuffer_Release(&rows);
    return PyLong_FromSsize_t(done < count ? (Py_ssize_t)done : -1);
}
