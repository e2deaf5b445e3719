/* Hand ranking over whole buffers: what the binding may call, and what the kernels share.
 *
 * A card is rank * 4 + suit, 0 to 51. A hand mask has sixteen bits for each suit, clubs lowest, and in them a bit for
 * each rank, deuce lowest. A high hand's rank is dense, 1 the worst to 7462; a low's value is 56 for the wheel down to
 * 1 for 8-7-6-5-4, and 0 when there is no low. Nothing here checks its cards: a number that is no card, or a card held
 * twice, gives an unspecified value, and never an access outside the buffers and tables.
 */
#ifndef JAKAJA_KERNELS_H
#define JAKAJA_KERNELS_H

#include <stddef.h>
#include <stdint.h>

enum { DECK_SIZE = 52, MOST_CARDS = 7, MOST_HOLE = 6, BEST_RANK = 7462, NO_LOW = 0, BLOCK = 64 };

enum layout { ROWS, COLUMNS, MASKS };

/* Hands in a buffer: rows of `size` bytes, `size` columns of `stride` bytes, or one mask for each hand. */
struct hands {
    const void *data;
    size_t stride;
    int size;
    enum layout layout;
};

/* Which cards count for a low, a bit for each rank, ace lowest: those of `hand`; the board needs three of `board`. */
struct qualifier {
    uint8_t hand;
    uint8_t board;
};

struct steps;

/* One way to rank the hands `first` to `first + count - 1`; `out` is where the value of `first` goes. `add_up` sums the
 * steps of BLOCK hands of five cards, see look_up.h. `check`, if not null, says up to which hand all are certainly
 * right: from the first block on that holds a number that is no card, or a card twice, they must be looked at. */
struct kernel {
    const char *name;
    int (*runs_here)(void);
    void (*rank)(const struct hands *hands, size_t first, size_t count, uint16_t *out);
    void (*low)(const struct hands *hands, size_t first, size_t count, uint8_t mask, uint8_t *out);
    void (*add_up)(const struct hands *hands, size_t first, const struct steps *steps, uint32_t *totals);
    size_t (*check)(const struct hands *hands, size_t count);
};

extern const struct kernel scalar_kernel;
#if defined(__x86_64__)
extern const struct kernel avx2_kernel;
extern const struct kernel avx512_kernel;
#endif

/* Two cards from each hole and three from each board of three to five. `shared` says that all hands have one board.
 * Either `high` or `low` may be null. */
void omaha(const struct hands *holes, const struct hands *boards, int shared, size_t first, size_t count,
           struct qualifier qualifier, uint16_t *high, uint8_t *low);

/* The cards of one hand as numbers. */
void load_cards(const struct hands *hands, size_t index, uint8_t *cards);

/* Dense rank of a hand mask of `size` cards, five to seven. */
uint16_t rank_mask(uint64_t mask, int size);

/* Build the tables; only the first call does anything, from whatever thread. */
void prepare_tables(void);

#endif
