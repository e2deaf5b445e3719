/* Plain C for any processor: a hand's key is a sum of its cards' numbers; two look-ups turn it into the rank. */
#include "kernels.h"
#include "look_up.h"
#include "tables.h"

enum { PLANE = RANK_SETS - 1 };

static uint16_t rank_flush(const uint8_t *cards, size_t step, int size, uint64_t key)
{
    int suit = (__builtin_ctzll(key & FLUSH_BITS) - 32) / 4;
    unsigned plane = 0;
    for (int i = 0; i < size; i++)
        plane |= (unsigned)((cards[i * step] & 3) == suit) << (cards[i * step] >> 2 & 15);
    return flush_rank[plane & PLANE];
}

static inline uint16_t rank_cards(const uint8_t *cards, size_t step, int size, const struct key_table *table)
{
    uint64_t key = COUNTERS_START;
    for (int i = 0; i < size; i++)
        key += card_key[cards[i * step]];
    if (__builtin_expect((key & FLUSH_BITS) != 0, 0))
        return rank_flush(cards, step, size, key);
    return by_key(table, (uint32_t)(key & KEY_MASK));
}

static inline uint16_t rank_planes(uint64_t mask, const struct key_table *table)
{
    uint32_t key = 0, flush = 0;
    for (int plane = 0; plane < 4; plane++) {
        unsigned set = mask >> 16 * plane & PLANE;
        key += plane_key[set] & ~(1u << 31);
        flush |= plane_key[set] >> 31 ? set : 0;
    }
    return flush ? flush_rank[flush] : by_key(table, key);
}

/* The size is a constant in each copy of the loop, so that the compiler unrolls the sum. */
#define FOR_EACH_SIZE(size, loop) \
    switch (size) {               \
    case 5: loop(5) break;        \
    case 6: loop(6) break;        \
    default: loop(7) break;       \
    }

static void rank_hands(const struct hands *hands, size_t first, size_t count, uint16_t *out)
{
    const struct key_table *table = &rank_by_key[hands->size - 5];
    const uint8_t *cards = hands->data;
    const uint64_t *masks = hands->data;
    size_t stride = hands->stride;
#define RANK_ROWS(size) \
    for (size_t i = 0; i < count; i++) out[i] = rank_cards(cards + (first + i) * size, 1, size, table);
#define RANK_COLUMNS(size) \
    for (size_t i = 0; i < count; i++) out[i] = rank_cards(cards + first + i, stride, size, table);
    switch (hands->layout) {
    case ROWS: FOR_EACH_SIZE(hands->size, RANK_ROWS) break;
    case COLUMNS: FOR_EACH_SIZE(hands->size, RANK_COLUMNS) break;
    case MASKS:
        for (size_t i = 0; i < count; i++)
            out[i] = rank_planes(masks[first + i], table);
    }
}

/* The low ranks of a hand mask, ace lowest: the ace's bit moves below the deuce's. */
static inline uint8_t low_ranks(uint64_t mask)
{
    unsigned held = (unsigned)(mask | mask >> 16 | mask >> 32 | mask >> 48);
    return (uint8_t)((held << 1 | (held >> 12 & 1)) & 0xFF);
}

static void low_hands(const struct hands *hands, size_t first, size_t count, uint8_t mask, uint8_t *out)
{
    const uint8_t *cards = hands->data;
    const uint64_t *masks = hands->data;
    size_t row = hands->layout == ROWS ? (size_t)hands->size : 1, step = hands->layout == ROWS ? 1 : hands->stride;
    for (size_t i = first; i < first + count; i++) {
        uint8_t held = 0;
        if (hands->layout == MASKS)
            held = low_ranks(masks[i]);
        else
            for (int card = 0; card < hands->size; card++)
                held |= low_bit[cards[i * row + (size_t)card * step]];
        *out++ = low_value[held & mask];
    }
}

static int runs_here(void)
{
    return 1;
}

const struct kernel scalar_kernel = {"scalar", runs_here, rank_hands, low_hands, add_up_plain, NULL};

uint16_t rank_mask(uint64_t mask, int size)
{
    prepare_tables();
    return rank_planes(mask, &rank_by_key[size - 5]);
}

void load_cards(const struct hands *hands, size_t index, uint8_t *cards)
{
    const uint8_t *bytes = hands->data;
    if (hands->layout == MASKS) {
        uint64_t mask = ((const uint64_t *)hands->data)[index];
        for (int i = 0; i < hands->size; i++) {
            int bit = mask ? __builtin_ctzll(mask) : 0;
            cards[i] = (uint8_t)((bit & 15) << 2 | bit >> 4);
            mask &= mask - 1;
        }
        return;
    }
    for (int i = 0; i < hands->size; i++)
        cards[i] = hands->layout == ROWS ? bytes[index * (size_t)hands->size + (size_t)i]
                                         : bytes[(size_t)i * hands->stride + index];
}
