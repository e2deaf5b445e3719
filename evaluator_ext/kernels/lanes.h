/* Small tables that fit into vector registers; `prepare_lanes` fills them from those of tables.h. */
#ifndef JAKAJA_LANES_H
#define JAKAJA_LANES_H

#include <stddef.h>
#include <stdint.h>

#include "kernels.h"

/* What the places of the made ranks and of the side cards mean. */
enum kind { KIND_HIGH_CARD, KIND_PAIR, KIND_TWO_PAIR, KIND_TRIPS, KIND_FLUSH, KIND_FULL_HOUSE, KIND_QUADS, KINDS };

struct lane_tables {
    uint8_t low_ranks[64];      /* by card: its rank mask, lower byte */
    uint8_t high_ranks[64];     /* upper byte */
    uint8_t suit_bits[64];      /* by card: the two bits of its suit, one in each half of a byte */
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

    /* Tables of sixteen entries, for AVX2. */
    uint8_t bit_count[16];      /* by four bits: how many are set */
    uint8_t low_bits[16];       /* by rank: its rank mask, lower byte */
    uint8_t high_bits[16];      /* upper byte */
    uint8_t low_rank_bits[16];  /* its bit among the low ranks */
    uint8_t hashed_index[16];   /* by hash of a bit: its index */
    uint8_t hashed_second[16];  /* its place as the upper of two made ranks */
    uint8_t base_bytes[16];     /* by kind: base, the lower bytes and, eight further, the upper ones */
    uint8_t step_bytes[16];     /* by kind: step */
    uint8_t side_rows[16];      /* by kind, eight further: upper byte of where its side cards' places start */
    uint8_t two_rows[3][16];    /* by size less five: the order that puts the cards of two rows side by side */
    uint8_t two_masks[16];      /* the order that puts the suits of two hand masks side by side */
};

/* Multiplied by a single bit, its top four bits tell which bit. */
enum { DE_BRUIJN = 0x09AF };

extern struct lane_tables lane_tables;

/* By a row for one, two, three and five side cards, and set of ranks: the place of so many of the highest. One
 * more, since the last is read with its neighbour. */
extern uint16_t side_place[(4 << 13) + 1];

void prepare_lanes(void);

/* Copy up to BLOCK hands into `space`, eight bytes for each of BLOCK hands, so that a whole block can be read. */
struct hands copy_hands(const struct hands *hands, size_t first, size_t count, uint8_t *space);

#endif
