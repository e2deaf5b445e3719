/* Small tables that fit into vector registers; `prepare_lanes` fills them from those of tables.h. */
#ifndef JAKAJA_LANES_H
#define JAKAJA_LANES_H

#include <stddef.h>
#include <stdint.h>

#include "kernels.h"

/* What the places of the made ranks and of the side cards mean. */
enum kind { KIND_HIGH_CARD, KIND_PAIR, KIND_TWO_PAIR, KIND_TRIPS, KIND_FLUSH, KIND_FULL_HOUSE, KIND_QUADS, KINDS };

struct lane_tables {
    uint8_t low_ranks[4][64];   /* by suit and card: the card's rank mask if it is of the suit, lower byte */
    uint8_t high_ranks[4][64];  /* upper byte */
    uint8_t below[128];         /* by set of the seven lower ranks: its part of a place */
    uint8_t above[128];         /* by number of side cards, thirty-two for each, and set of the upper ranks */
    uint16_t above_five[64];    /* the same for five side cards */
    uint8_t second_place[64];   /* by index of the upper of two made ranks, repeated every sixteen bytes */
    uint16_t base[32];          /* by kind: rank of its worst hand */
    uint16_t step[32];          /* by kind: how many choices of side cards go with each choice of made ranks */
    uint16_t size_row[32];      /* by kind: thirty-two times the number of side cards */
    uint64_t front[8], back[8]; /* how two registers of interleaved groups of eight hands are put in order */
    uint8_t low_bit[64];        /* by card: its bit among the low ranks */
    uint8_t rows[3][64];        /* by size less five: where in eight rows of hands the cards of a column stand */
    uint16_t suits[32];         /* the order that gathers the suits of eight hand masks */
};

extern struct lane_tables lane_tables;

void prepare_lanes(void);

/* Copy up to BLOCK hands into `space`, eight bytes for each of BLOCK hands, so that a whole block can be read. */
struct hands copy_hands(const struct hands *hands, size_t first, size_t count, uint8_t *space);

#endif
