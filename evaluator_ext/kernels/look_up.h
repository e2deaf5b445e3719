/* Rankings whose tables Python lays out: five cards by two short look-ups, whatever beats what. */
#ifndef JAKAJA_LOOK_UP_H
#define JAKAJA_LOOK_UP_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

#include "kernels.h"

enum { RANK_COUNT = 13, COLUMN_BITS = 7, COLUMN_COUNT = 1 << COLUMN_BITS, FIVE = 5, ANY_RANK = 13 };

/* A hand's total has the key of its ranks below and a counter of three bits for each suit above. */
enum { COUNTER_BITS = 3, KEY_BITS = 19 };
#define COUNTER_TOPS (0x924u << KEY_BITS)

/* What one card adds to a total, by card; a number that is no card adds nothing. */
struct steps {
    uint32_t card[64];
    uint32_t rank[16], suit[16]; /* its two parts, by rank and by the lower four bits of the card */
};

/* Hands of `size` cards to two more, of which the best `size` play; rankings/tables.py says what the tables hold. From
 * `enough` cards of a suit on, which are all that play or four of five, suits matter; 0 if they never do. In rankings
 * in which suits break ties `decider` is not null: by the rank found so far it has the rank of the cards that do, or
 * ANY_RANK, and `offset` what the highest suit among them is added to. */
struct look_up {
    int size, enough;
    uint64_t deck; /* a bit for each card */
    struct steps steps;
    const uint16_t *shifts, *mixed, *suited, *four_suited, *offset;
    const uint8_t *decider;
};

/* The cards of many hands, in one buffer: how far from a hand and from a card to the next. */
struct dealt {
    const uint8_t *cards;
    size_t hand_step, card_step;
    int count;
};

/* What each card adds: the weight of its rank, and one in the counter of its suit. */
void prepare_steps(struct steps *steps, const uint32_t *weights);

/* Sums of the steps of BLOCK hands of five. */
void add_up_plain(const struct hands *hands, size_t first, const struct steps *steps, uint32_t *totals);

/* The first hand from `first` on that holds a card twice or a number that is no card of the deck, or `end`. */
size_t first_wrong(const struct dealt *dealt, uint64_t deck, size_t first, size_t end);

/* Write the ranks of the hands `first` to `end` - 1; `ranks` has room for all hands. */
void rank_by_look_up(const struct kernel *kernel, const struct look_up *tables, const struct dealt *dealt, size_t first,
                     size_t end, uint16_t *ranks);

/* The same for badugi hands of four cards, which needs no such tables. */
void rank_badugi(const struct dealt *dealt, size_t first, size_t end, uint16_t *ranks);

#endif
