/* The one door from Python to the kernels: buffers are looked over here, the work runs without the GIL. */
#include "filling.h"

#include <pthread.h>
#include <string.h>

enum { MOST_THREADS = 256 };

static const struct kernel *const kernels[] = {
#if defined(__x86_64__)
    &avx512_kernel,
    &avx2_kernel,
#endif
    &scalar_kernel,
    NULL,
};

struct state {
    /* The functions of the rules' own source: they take any sequence and word every refusal. */
    PyObject *checked_rank, *checked_omaha, *checked_omaha_low;
    PyObject *one_rank, *one_low;     /* arrays of one value, to be repeated */
    PyObject *numbers[BEST_RANK + 1]; /* the int of each rank */
};

static inline struct state *state_of(PyObject *module)
{
    return PyModule_GetState(module);
}

struct work {
    const struct kernel *kernel;
    const struct hands *hands, *boards; /* hole cards when there are boards */
    bool shared;
    struct qualifier qualifier;
    uint16_t *high;
    uint8_t *low;
};

struct part {
    const struct work *work;
    size_t first, count;
    pthread_t thread;
    bool started;
};

static void *run_part(void *argument)
{
    const struct part *part = argument;
    const struct work *work = part->work;
    uint16_t *high = work->high ? work->high + part->first : NULL;
    uint8_t *low = work->low ? work->low + part->first : NULL;
    if (work->boards)
        omaha(work->hands, work->boards, work->shared, part->first, part->count, work->qualifier, high, low);
    else if (high)
        work->kernel->rank(work->hands, part->first, part->count, high);
    else
        work->kernel->low(work->hands, part->first, part->count, work->qualifier.hand, low);
    return NULL;
}

/* A thread that cannot be started leaves its part to the caller's own. */
static void run_work(const struct work *work, size_t count, int threads)
{
    struct part parts[MOST_THREADS];
    size_t share = (count / (size_t)threads / BLOCK + 1) * BLOCK, first = 0;
    int used = 0;
    Py_BEGIN_ALLOW_THREADS
    prepare_tables();
    for (; first < count; first += share, used++) {
        size_t rest = count - first;
        parts[used] = (struct part){.work = work, .first = first, .count = rest < share ? rest : share};
    }
    for (int i = 1; i < used; i++)
        parts[i].started = pthread_create(&parts[i].thread, NULL, run_part, &parts[i]) == 0;
    for (int i = 0; i < used; i++)
        if (!parts[i].started)
            run_part(&parts[i]);
    for (int i = 1; i < used; i++)
        if (parts[i].started)
            pthread_join(parts[i].thread, NULL);
    Py_END_ALLOW_THREADS
}

static bool refuse_threads(int threads)
{
    if (threads < 1 || threads > MOST_THREADS) {
        PyErr_Format(PyExc_ValueError, "threads is 1 to %d, not %d", MOST_THREADS, threads);
        return true;
    }
    return false;
}

const struct kernel *find_kernel(const char *name)
{
    for (const struct kernel *const *kernel = kernels; *kernel; kernel++)
        if (strcmp((*kernel)->name, name) == 0 && (*kernel)->runs_here())
            return *kernel;
    PyErr_Format(PyExc_ValueError, "there is no kernel '%s' on this processor", name);
    return NULL;
}

static PyObject *rank_hands(PyObject *module, PyObject *arguments)
{
    const char *kernel;
    PyObject *from, *out;
    int columns, threads, check;
    struct source hands;
    Py_buffer view;
    struct work work = {0};
    if (!PyArg_ParseTuple(arguments, "sOOpip", &kernel, &from, &out, &columns, &threads, &check))
        return NULL;
    if (!(work.kernel = find_kernel(kernel)) || refuse_threads(threads))
        return NULL;
    if (!open_source(&hands, from, "hands", columns, 5, 7))
        return NULL;
    PyObject *result = NULL;
    if (!check || check_source(&hands, work.kernel))
        result = open_out(&view, out, state_of(module)->one_rank, "H", hands.count);
    if (result) {
        work.hands = &hands.hands;
        work.high = view.buf;
        run_work(&work, hands.count, threads);
        PyBuffer_Release(&view);
    }
    PyBuffer_Release(&hands.view);
    return result;
}

static PyObject *low_hands(PyObject *module, PyObject *arguments)
{
    const char *kernel;
    PyObject *from, *out;
    int columns, threads, check;
    struct source hands;
    Py_buffer view;
    struct work work = {0};
    if (!PyArg_ParseTuple(arguments, "sObOpip", &kernel, &from, &work.qualifier.hand, &out, &columns, &threads, &check))
        return NULL;
    if (!(work.kernel = find_kernel(kernel)) || refuse_threads(threads))
        return NULL;
    if (!open_source(&hands, from, "hands", columns, 5, 7))
        return NULL;
    PyObject *result = NULL;
    if (!check || check_source(&hands, work.kernel))
        result = open_out(&view, out, state_of(module)->one_low, "B", hands.count);
    if (result) {
        work.hands = &hands.hands;
        work.low = view.buf;
        run_work(&work, hands.count, threads);
        PyBuffer_Release(&view);
    }
    PyBuffer_Release(&hands.view);
    return result;
}

/* Both sources of Omaha deals; a single board goes with every hole. */
static bool open_deals(struct source *holes, struct source *boards, PyObject *hole_from, PyObject *board_from,
                       bool columns, bool check, bool *shared)
{
    if (!open_source(holes, hole_from, "hole cards", columns, 4, 6))
        return false;
    if (open_source(boards, board_from, "boards", columns, 3, 5)) {
        *shared = boards->count == 1;
        if (!*shared && boards->count != holes->count)
            PyErr_Format(PyExc_ValueError, "there are %zd boards, not one for each of %zd holes or one for all",
                         (Py_ssize_t)boards->count, (Py_ssize_t)holes->count);
        else if (!check || check_deals(holes, boards, *shared))
            return true;
        PyBuffer_Release(&boards->view);
    }
    PyBuffer_Release(&holes->view);
    return false;
}

/* `high` and `low` are where the values go, None for a new array, or False for a half that is not wanted. */
static PyObject *omaha_hands(PyObject *module, PyObject *arguments)
{
    PyObject *hole_from, *board_from, *high, *low;
    int columns, threads, check;
    bool shared;
    struct source holes, boards;
    Py_buffer high_view, low_view;
    struct work work = {0};
    if (!PyArg_ParseTuple(arguments, "OObbOOpip", &hole_from, &board_from, &work.qualifier.hand, &work.qualifier.board,
                          &high, &low, &columns, &threads, &check))
        return NULL;
    if (refuse_threads(threads) || !open_deals(&holes, &boards, hole_from, board_from, columns, check, &shared))
        return NULL;
    PyObject *ranks = Py_None, *values = Py_None;
    if (high != Py_False && (ranks = open_out(&high_view, high, state_of(module)->one_rank, "H", holes.count)))
        work.high = high_view.buf;
    if (ranks && low != Py_False && (values = open_out(&low_view, low, state_of(module)->one_low, "B", holes.count)))
        work.low = low_view.buf;
    if (ranks && values) {
        work.hands = &holes.hands;
        work.boards = &boards.hands;
        work.shared = shared;
        run_work(&work, holes.count, threads);
    }
    if (work.high)
        PyBuffer_Release(&high_view);
    if (work.low)
        PyBuffer_Release(&low_view);
    PyBuffer_Release(&holes.view);
    PyBuffer_Release(&boards.view);
    PyObject *result = ranks && values ? PyTuple_Pack(2, ranks, values) : NULL;
    if (work.high)
        Py_DECREF(ranks);
    if (work.low)
        Py_DECREF(values);
    return result;
}

static PyObject *check_hands(PyObject *module, PyObject *arguments)
{
    PyObject *from;
    int columns, least, most;
    struct source hands;
    (void)module;
    if (!PyArg_ParseTuple(arguments, "Opii", &from, &columns, &least, &most))
        return NULL;
    if (!open_source(&hands, from, "hands", columns, least, most > MOST_CARDS ? MOST_CARDS : most))
        return NULL;
    bool right = check_source(&hands, NULL);
    PyBuffer_Release(&hands.view);
    if (!right)
        return NULL;
    Py_RETURN_NONE;
}

static PyObject *number(PyObject *module, uint16_t rank)
{
    PyObject *known = state_of(module)->numbers[rank];
    Py_INCREF(known);
    return known;
}

/* The cards of a list or tuple as bytes; false when one is no small int. */
static bool read_list(PyObject *from, Py_ssize_t size, uint8_t *cards)
{
    for (Py_ssize_t i = 0; i < size; i++) {
        PyObject *item = PySequence_Fast_GET_ITEM(from, i);
        int overflow = 0;
        long card = PyLong_CheckExact(item) ? PyLong_AsLongAndOverflow(item, &overflow) : -1;
        if (card < 0 || card >= DECK_SIZE)
            return false;
        cards[i] = (uint8_t)card;
    }
    return true;
}

/* The cards of bytes, a list or a tuple of at most so many; null for whatever else, or when one is no small int. */
static const uint8_t *read_cards(PyObject *from, Py_ssize_t most, uint8_t *copy, Py_ssize_t *size)
{
    if (PyBytes_CheckExact(from)) {
        *size = PyBytes_GET_SIZE(from);
        return *size <= most ? (const uint8_t *)PyBytes_AS_STRING(from) : NULL;
    }
    if (!PyList_CheckExact(from) && !PyTuple_CheckExact(from))
        return NULL;
    *size = PySequence_Fast_GET_SIZE(from);
    return *size <= most && read_list(from, *size, copy) ? copy : NULL;
}

/* What `read_cards` does not read, and whatever is wrong, goes the checked way. */
static PyObject *rank_one(PyObject *module, PyObject *from)
{
    uint8_t copy[MOST_CARDS];
    Py_ssize_t size;
    const uint8_t *cards = read_cards(from, MOST_CARDS, copy, &size);
    if (cards && size >= 5) {
        uint64_t wrong = 0, mask;
        mask = size == MOST_CARDS ? unite(cards, 1, MOST_CARDS, &wrong) : unite(cards, 1, (int)size, &wrong);
        if (!wrong)
            return number(module, rank_mask(mask, (int)size));
    }
    return PyObject_CallOneArg(state_of(module)->checked_rank, from);
}

/* One hole and one board as the kernel takes them; false when they must go the checked way. */
static bool read_deal(PyObject *hole_from, PyObject *board_from, uint8_t (*copies)[MOST_CARDS], struct hands *hole,
                      struct hands *board)
{
    Py_ssize_t hole_size, board_size;
    const uint8_t *hole_cards = read_cards(hole_from, MOST_HOLE, copies[0], &hole_size);
    const uint8_t *board_cards = read_cards(board_from, 5, copies[1], &board_size);
    if (!hole_cards || !board_cards || hole_size < 4 || board_size < 3)
        return false;
    uint64_t wrong = 0;
    wrong |= unite(hole_cards, 1, (int)hole_size, &wrong) & unite(board_cards, 1, (int)board_size, &wrong);
    *hole = (struct hands){hole_cards, 1, (int)hole_size, ROWS};
    *board = (struct hands){board_cards, 1, (int)board_size, ROWS};
    return !wrong;
}

static PyObject *omaha_one(PyObject *module, PyObject *arguments)
{
    PyObject *hole_from, *board_from;
    uint8_t copies[2][MOST_CARDS];
    struct hands hole, board;
    uint16_t rank;
    if (!PyArg_ParseTuple(arguments, "OO", &hole_from, &board_from))
        return NULL;
    if (!read_deal(hole_from, board_from, copies, &hole, &board))
        return PyObject_Call(state_of(module)->checked_omaha, arguments, NULL);
    prepare_tables();
    omaha(&hole, &board, 1, 0, 1, (struct qualifier){0, 0}, &rank, NULL);
    return number(module, rank);
}

static PyObject *omaha_low_one(PyObject *module, PyObject *arguments)
{
    PyObject *hole_from, *board_from;
    int most, board_most;
    uint8_t copies[2][MOST_CARDS], value;
    struct hands hole, board;
    if (!PyArg_ParseTuple(arguments, "OOii", &hole_from, &board_from, &most, &board_most))
        return NULL;
    if (most < 7 || most > 8 || board_most < 7 || board_most > 8 ||
        !read_deal(hole_from, board_from, copies, &hole, &board))
        return PyObject_Call(state_of(module)->checked_omaha_low, arguments, NULL);
    struct qualifier qualifier = {(uint8_t)((1 << most) - 1), (uint8_t)((1 << board_most) - 1)};
    prepare_tables();
    omaha(&hole, &board, 1, 0, 1, qualifier, NULL, &value);
    return number(module, value);
}

static PyObject *rank_one_mask(PyObject *module, PyObject *from)
{
    int overflow;
    long long signed_mask = PyLong_AsLongLongAndOverflow(from, &overflow);
    uint64_t mask = (uint64_t)signed_mask;
    if (signed_mask == -1 && PyErr_Occurred())
        return NULL;
    if (overflow || mask & ~EVERY_CARD)
        return PyErr_Format(PyExc_ValueError, "%R is no hand mask: a suit has thirteen bits of its sixteen", from);
    int size = count_cards(mask);
    if (size < 5 || size > MOST_CARDS)
        return PyErr_Format(PyExc_ValueError, "a high hand has 5, 6 or 7 cards, not %d", size);
    return number(module, rank_mask(mask, size));
}

static PyObject *list_kernels(PyObject *module, PyObject *none)
{
    PyObject *names = PyList_New(0);
    (void)module;
    (void)none;
    for (const struct kernel *const *kernel = kernels; names && *kernel; kernel++) {
        PyObject *name = (*kernel)->runs_here() ? PyUnicode_FromString((*kernel)->name) : NULL;
        if (name && PyList_Append(names, name) < 0)
            Py_CLEAR(names);
        Py_XDECREF(name);
    }
    return names;
}

static PyMethodDef methods[] = {
    {"rank_hands", rank_hands, METH_VARARGS, "rank_hands(kernel, hands, out, columns, threads, check)"},
    {"low_hands", low_hands, METH_VARARGS, "low_hands(kernel, hands, mask, out, columns, threads, check)"},
    {"omaha_hands", omaha_hands, METH_VARARGS,
     "omaha_hands(holes, boards, hand_mask, board_mask, high, low, columns, threads, check)"},
    {"check_hands", check_hands, METH_VARARGS, "check_hands(hands, columns, least, most)"},
    {"lay_out", lay_out, METH_VARARGS,
     "lay_out(size, enough, deck, weights, shifts, mixed, suited, four_suited, offset, decider)"},
    {"fill", fill, METH_VARARGS,
     "fill(kernel, tables, cards, ranks, count, hand_step, card_step, first, end, check)"},
    {"fill_badugi", fill_badugi, METH_VARARGS,
     "fill_badugi(cards, ranks, count, hand_step, card_step, first, end, check)"},
    {"unpack", unpack, METH_VARARGS, "unpack(masks, rows, size)"},
    {"kernels", list_kernels, METH_NOARGS, "Names of the kernels that this processor runs, the fastest first."},
    {"rank", rank_one, METH_O,
     "rank(cards, /)\n--\n\n"
     "Dense rank of the best five of five, six or seven different cards: 1 the worst, 7462 a royal flush.\n\n"
     "Bytes are the fastest sequence. Raises ValueError as evaluator_ext.high.rank does."},
    {"rank_mask", rank_one_mask, METH_O,
     "rank_mask(mask, /)\n--\n\n"
     "Dense rank of the five to seven cards of a hand mask: bit 16 * suit + rank for each card.\n\n"
     "Raises ValueError for another number of cards or a bit that is no card, TypeError for what is no int."},
    {"omaha", omaha_one, METH_VARARGS,
     "omaha(hole, board, /)\n--\n\n"
     "Dense high rank of two of the hole and three of the board: evaluator_ext.omaha.omaha says what it takes."},
    {"omaha_low", omaha_low_one, METH_VARARGS,
     "omaha_low(hole, board, max_rank, board_max_rank, /)\n--\n\n"
     "Value of the best low: evaluator_ext.omaha.omaha_low says what it takes."},
    {NULL, NULL, 0, NULL},
};

static int fill_state(PyObject *module)
{
    struct state *state = state_of(module);
    PyObject *high = PyImport_ImportModule("evaluator_ext.high");
    PyObject *rules = PyImport_ImportModule("evaluator_ext.omaha");
    PyObject *array = PyImport_ImportModule("array");
    if (high && rules && array) {
        state->checked_rank = PyObject_GetAttrString(high, "rank");
        state->checked_omaha = PyObject_GetAttrString(rules, "omaha");
        state->checked_omaha_low = PyObject_GetAttrString(rules, "omaha_low");
        state->one_rank = PyObject_CallMethod(array, "array", "s(i)", "H", 0);
        state->one_low = PyObject_CallMethod(array, "array", "s(i)", "B", 0);
    }
    Py_XDECREF(high);
    Py_XDECREF(rules);
    Py_XDECREF(array);
    if (!state->checked_rank || !state->checked_omaha || !state->checked_omaha_low || !state->one_rank || !state->one_low)
        return -1;
    for (int rank = 0; rank <= BEST_RANK; rank++)
        if (!(state->numbers[rank] = PyLong_FromLong(rank)))
            return -1;
    return 0;
}

static int clear_state(PyObject *module)
{
    struct state *state = state_of(module);
    Py_CLEAR(state->checked_rank);
    Py_CLEAR(state->checked_omaha);
    Py_CLEAR(state->checked_omaha_low);
    Py_CLEAR(state->one_rank);
    Py_CLEAR(state->one_low);
    for (int rank = 0; rank <= BEST_RANK; rank++)
        Py_CLEAR(state->numbers[rank]);
    return 0;
}

static int visit_state(PyObject *module, visitproc visit, void *arg)
{
    struct state *state = state_of(module);
    Py_VISIT(state->checked_rank);
    Py_VISIT(state->checked_omaha);
    Py_VISIT(state->checked_omaha_low);
    return 0;
}

static void free_module(void *module)
{
    clear_state(module);
}

static PyModuleDef_Slot slots[] = {{Py_mod_exec, fill_state}, {0, NULL}};

static struct PyModuleDef definition = {
    PyModuleDef_HEAD_INIT,
    .m_name = "evaluator_ext._kernels",
    .m_doc = "Hand ranking in C; evaluator_ext.batch says what each function takes.",
    .m_size = sizeof(struct state),
    .m_methods = methods,
    .m_slots = slots,
    .m_traverse = visit_state,
    .m_clear = clear_state,
    .m_free = free_module,
};

PyMODINIT_FUNC PyInit__kernels(void)
{
    return PyModuleDef_Init(&definition);
}
