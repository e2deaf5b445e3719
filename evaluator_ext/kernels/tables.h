/* Tables that every kernel reads; `prepare_tables` fills them. */
#ifndef JAKAJA_TABLES_H
#define JAKAJA_TABLES_H

#include <stdint.h>

enum {
    RANK_SETS = 1 << 13,
    FIVE_CARD_SETS = 6175,
    RANK_PAIRS = 91,
    PAIR_STRIDE = 96,
    KEY_COLUMN_BITS = 10,
    KEY_ROWS = 10112,
};

/* The rank of the worst hand of each category. */
enum {
    HIGH_CARD = 1,
    PAIR = HIGH_CARD + 1277,
    TWO_PAIR = PAIR + 2860,
    TRIPS = TWO_PAIR + 858,
    STRAIGHT = TRIPS + 858,
    FLUSH = STRAIGHT + 10,
    FULL_HOUSE = FLUSH + 1277,
    QUADS = FULL_HOUSE + 156,
    STRAIGHT_FLUSH = QUADS + 156,
};

/* A hand's key: the sum of its cards' weights, which differs for any two sets of ranks of the same size. */
#define KEY_MASK 0xFFFFFFFFu
/* A key's suit counters start at this many less than their top bit, so that five of a suit set the bit. */
#define COUNTERS_START 0x333300000000u
#define FLUSH_BITS 0x888800000000u

/* Values by key. The columns of all rows of keys lie interleaved in one array, each row moved so that none collide. */
struct key_table {
    int32_t offset[KEY_ROWS];
    uint16_t *values;
};

extern uint64_t card_key[256];            /* by card, or 0: weight, and one in the counter of its suit above it */
extern uint32_t plane_key[RANK_SETS];     /* by the ranks of one suit: weights, and the top bit for five or more */
extern struct key_table rank_by_key[3];   /* dense rank without regard to suits, by number of cards less five */
extern uint16_t flush_rank[RANK_SETS];    /* by the ranks of one suit, five or more */
extern uint16_t place[RANK_SETS];         /* how many sets as large are weaker; for five ranks without the straights */
extern uint8_t low_bit[256];              /* by card: its bit among the low ranks, ace lowest, or 0 */
extern uint8_t low_value[256];            /* by set of low ranks */
extern uint8_t omaha_low[256][256];       /* by set of low ranks of the board, then of the hole */
extern uint16_t badugi_rank[RANK_SETS];   /* by set of different ranks, ace lowest; 0 for more than four */
extern uint8_t pair_number[256];          /* by two ranks, four bits each */
extern struct key_table board_number;     /* of the ranks of five board cards, 0 to 6174 */
extern uint16_t omaha_rank[FIVE_CARD_SETS][PAIR_STRIDE]; /* by board number and hole pair number, suits aside */
extern uint16_t triple_rank[455][PAIR_STRIDE];           /* the same for three board cards */

/* Number of a set of three ranks, highest first. */
static inline int triple_number(int high, int middle, int low)
{
    return high * (high + 1) * (high + 2) / 6 + middle * (middle + 1) / 2 + low;
}

static inline uint16_t by_key(const struct key_table *table, uint32_t key)
{
    return table->values[(int64_t)key + table->offset[key >> KEY_COLUMN_BITS]];
}

#endif
