#include "lanes.h"

#include <string.h>

#include "kernels.h"
#include "tables.h"

_Alignas(64) struct lane_tables lane_tables;
uint16_t side_place[(4 << 13) + 1];

struct row {
    uint16_t base, step, side_cards;
};

static const struct row row_of[KINDS] = {
    [KIND_HIGH_CARD] = {HIGH_CARD, 0, 5},    [KIND_PAIR] = {PAIR, 220, 3},
    [KIND_TWO_PAIR] = {TWO_PAIR, 11, 1},     [KIND_TRIPS] = {TRIPS, 66, 2},
    [KIND_FLUSH] = {FLUSH, 0, 5},            [KIND_FULL_HOUSE] = {FULL_HOUSE, 12, 1},
    [KIND_QUADS] = {QUADS, 12, 1},
};

static void fill_places(void)
{
    for (unsigned set = 0; set < 128; set++)
        lane_tables.below[set] = (uint8_t)place[set];
    for (unsigned set = 0; set < RANK_SETS; set++) {
        int size = __builtin_popcount(set);
        unsigned part = place[set] - lane_tables.below[set & 127];
        if (size <= 3 && set < RANK_SETS / 2)
            lane_tables.above[32 * size + (int)(set >> 7)] = (uint8_t)part;
        if (size == 5 && flush_rank[set] < STRAIGHT_FLUSH)
            lane_tables.above_five[set >> 7] = (uint16_t)part;
    }
    for (int i = 0; i < 64; i++)
        lane_tables.second_place[i] = (uint8_t)((i % 16) * (i % 16 - 1) / 2);
}

static void fill_cards(void)
{
    for (int card = 0; card < DECK_SIZE; card++) {
        unsigned bit = 1u << (card >> 2);
        lane_tables.low_ranks[card] = (uint8_t)bit;
        lane_tables.high_ranks[card] = (uint8_t)(bit >> 8);
        lane_tables.low_bit[card] = low_bit[card];
    }
    for (int card = 0; card < 64; card++)
        lane_tables.suit_bits[card] = (uint8_t)((card & 1) | (card & 2) << 3);
}

static void fill_orders(void)
{
    static const uint64_t front[8] = {0, 1, 8, 9, 2, 3, 10, 11}, back[8] = {4, 5, 12, 13, 6, 7, 14, 15};
    memcpy(lane_tables.front, front, sizeof front);
    memcpy(lane_tables.back, back, sizeof back);
    for (int size = 5; size <= MOST_CARDS; size++)
        for (int card = 0; card < size; card++)
            for (int hand = 0; hand < 8; hand++)
                lane_tables.rows[size - 5][8 * card + hand] = (uint8_t)(size * hand + card);
    for (int suit = 0; suit < 4; suit++)
        for (int hand = 0; hand < 8; hand++)
            lane_tables.suits[8 * suit + hand] = (uint16_t)(4 * hand + suit);
}

static unsigned highest(unsigned set, int count)
{
    while (__builtin_popcount(set) > count)
        set &= set - 1;
    return set;
}

static int side_row(int side_cards)
{
    return side_cards == 5 ? 3 : side_cards - 1;
}

static void fill_side_places(void)
{
    static const int sizes[] = {1, 2, 3, 5};
    for (int row = 0; row < 4; row++)
        for (unsigned set = 0; set < RANK_SETS; set++)
            side_place[(unsigned)row << 13 | set] = place[highest(set, sizes[row])];
}

static void fill_sixteens(void)
{
    fill_side_places();
    for (int i = 0; i < 16; i++) {
        int hash = (1 << i) * DE_BRUIJN >> 12 & 15;
        lane_tables.bit_count[i] = (uint8_t)__builtin_popcount((unsigned)i);
        lane_tables.low_bits[i] = (uint8_t)(1 << i);
        lane_tables.high_bits[i] = (uint8_t)(1 << i >> 8);
        lane_tables.low_rank_bits[i] = low_bit[4 * i];
        lane_tables.hashed_index[hash] = (uint8_t)i;
        lane_tables.hashed_second[hash] = (uint8_t)(i * (i - 1) / 2);
        lane_tables.two_masks[i] = (uint8_t)(i % 4 / 2 * 8 + i / 4 * 2 + i % 2);
        for (int size = 5; size <= MOST_CARDS; size++)
            lane_tables.two_rows[size - 5][i] = (uint8_t)(i / 2 < size ? i % 2 * size + i / 2 : 0x80);
    }
    for (int kind = 0; kind < KINDS; kind++) {
        lane_tables.base_bytes[kind] = (uint8_t)row_of[kind].base;
        lane_tables.base_bytes[kind + 8] = (uint8_t)(row_of[kind].base >> 8);
        lane_tables.side_rows[kind + 8] = (uint8_t)(side_row(row_of[kind].side_cards) << 5);
        lane_tables.step_bytes[kind] = (uint8_t)row_of[kind].step;
    }
}

void prepare_lanes(void)
{
    fill_sixteens();
    fill_places();
    fill_cards();
    fill_orders();
    for (int kind = 0; kind < KINDS; kind++) {
        lane_tables.base[kind] = row_of[kind].base;
        lane_tables.step[kind] = row_of[kind].step;
        lane_tables.size_row[kind] = (uint16_t)(row_of[kind].side_cards < 5 ? 32 * row_of[kind].side_cards : 0);
    }
}

struct hands copy_hands(const struct hands *hands, size_t first, size_t count, uint8_t *space)
{
    struct hands copy = *hands;
    const uint8_t *bytes = hands->data;
    size_t size = (size_t)hands->size;
    copy.data = space;
    copy.stride = BLOCK;
    memset(space, 0, BLOCK * 8);
    if (hands->layout == MASKS)
        memcpy(space, bytes + 8 * first, 8 * count);
    else if (hands->layout == ROWS)
        memcpy(space, bytes + size * first, size * count);
    else
        for (size_t i = 0; i < size; i++)
            memcpy(space + i * BLOCK, bytes + i * hands->stride + first, count);
    return copy;
}
