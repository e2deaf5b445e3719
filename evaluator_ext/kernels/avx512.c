/* AVX-512 with VBMI and BITALG: sixty-four hands at a time, without a table in memory and without a branch.
 *
 * Cards become rank masks by byte permutes that look up sixty-four entries; thirty-two hands then go through the rules
 * together, one in each 16-bit lane of four registers, one register for each suit.
 */
#if defined(__x86_64__)

#include <immintrin.h>
#include <string.h>

#include "kernels.h"
#include "lanes.h"
#include "tables.h"

#define TARGET __attribute__((target("avx512f,avx512bw,avx512vl,avx512vbmi,avx512bitalg,bmi2")))
#define INLINE static inline __attribute__((always_inline)) TARGET

typedef __m512i lanes;
typedef __mmask32 which;

/* Three-input logic by truth table. */
enum { OR3 = 0xFE, OR_AND = 0xF8, AND3 = 0x80, SELECT = 0xCA };
#define LOGIC(a, b, c, table) _mm512_ternarylogic_epi32(a, b, c, table)

/* Rank masks of thirty-two hands, by suit. */
struct planes {
    lanes suit[4];
};

INLINE lanes all(int value)
{
    return _mm512_set1_epi16((short)value);
}

INLINE lanes minus_one(lanes x)
{
    return _mm512_add_epi16(x, all(-1));
}

INLINE lanes without_lowest(lanes x)
{
    return _mm512_and_si512(x, minus_one(x));
}

INLINE which any(lanes x)
{
    return _mm512_test_epi16_mask(x, x);
}

INLINE lanes choose(which w, lanes yes, lanes no)
{
    return _mm512_mask_mov_epi16(no, w, yes);
}

/* How many bits lie below the only bit; 16 for none. */
INLINE lanes index_of(lanes bit)
{
    return _mm512_popcnt_epi16(minus_one(bit));
}

/* Close the gap that the rank `bit` leaves in a set of ranks; no bit, no gap. */
INLINE lanes close_gap(lanes set, lanes bit)
{
    return LOGIC(minus_one(bit), set, _mm512_srli_epi16(set, 1), SELECT);
}

/* The place of a set of one, two, three or five ranks among the sets of its size: the sum of what its seven lower ranks
 * count and what its higher ranks count, which also depends on the size. */
INLINE lanes place_of(lanes set, lanes size_row, which five)
{
    const __mmask64 low_bytes = 0x5555555555555555u;
    lanes above = _mm512_srli_epi16(set, 7);
    lanes below = _mm512_maskz_permutex2var_epi8(
        low_bytes, _mm512_load_si512(lane_tables.below), set, _mm512_load_si512(lane_tables.below + 64));
    lanes few = _mm512_maskz_permutex2var_epi8(
        low_bytes, _mm512_load_si512(lane_tables.above), _mm512_add_epi16(above, size_row),
        _mm512_load_si512(lane_tables.above + 64));
    lanes many = _mm512_permutex2var_epi16(
        _mm512_load_si512(lane_tables.above_five), above, _mm512_load_si512(lane_tables.above_five + 32));
    return _mm512_add_epi16(below, choose(five, many, few));
}

INLINE lanes rank_planes(struct planes hands, int size)
{
    lanes clubs = hands.suit[0], diamonds = hands.suit[1], hearts = hands.suit[2], spades = hands.suit[3];
    lanes minor = _mm512_or_si512(clubs, diamonds), major = _mm512_or_si512(hearts, spades);
    lanes minors = _mm512_and_si512(clubs, diamonds), majors = _mm512_and_si512(hearts, spades);
    lanes once = _mm512_or_si512(minor, major);
    lanes twice = LOGIC(_mm512_or_si512(minors, majors), minor, major, OR_AND);
    lanes thrice = LOGIC(_mm512_and_si512(minors, major), majors, minor, OR_AND);
    lanes four = _mm512_and_si512(minors, majors);

    lanes flush = _mm512_setzero_si512();
    for (int suit = 0; suit < 4; suit++) {
        which suited = _mm512_cmpgt_epi16_mask(_mm512_popcnt_epi16(hands.suit[suit]), all(4));
        flush = _mm512_mask_mov_epi16(flush, suited, hands.suit[suit]);
    }
    which is_flush = any(flush);
    once = choose(is_flush, flush, once);

    lanes ladder = _mm512_or_si512(_mm512_slli_epi16(once, 1), _mm512_srli_epi16(once, 12));
    lanes two_run = _mm512_and_si512(ladder, _mm512_srli_epi16(ladder, 1));
    lanes run = LOGIC(two_run, _mm512_srli_epi16(two_run, 2), _mm512_srli_epi16(ladder, 4), AND3);
    lanes run_top = _mm512_andnot_si512(_mm512_srli_epi16(run, 1), run);
    which is_run = any(run);

    lanes two_pairs = without_lowest(twice), three_pairs = without_lowest(two_pairs), two_trips = without_lowest(thrice);
    which has_trips = any(thrice), has_four = any(four), has_two_pair = any(two_pairs), has_pair = any(twice);
    lanes made = choose(any(three_pairs), two_pairs, twice);
    made = choose(has_trips, choose(any(two_trips), two_trips, thrice), made);
    made = choose(has_four, four, made);
    made = _mm512_maskz_mov_epi16(~is_flush, made);
    which is_full = _mm512_mask_test_epi16_mask(has_trips & ~has_four & ~is_flush, twice, _mm512_andnot_si512(made, all(-1)));
    lanes side = _mm512_andnot_si512(made, choose(is_full, twice, once));

    /* Five suited cards all play, and of other hands at least one side card does. */
    lanes suited = _mm512_popcnt_epi16(flush);
    for (int spare = 1; spare <= size - 5; spare++) {
        lanes fewer = without_lowest(side);
        which drop = any(fewer) & _mm512_cmpneq_epi16_mask(suited, all(5));
        if (spare == 2)
            drop &= _mm512_cmpneq_epi16_mask(suited, all(6));
        side = choose(drop, fewer, side);
    }
    lanes lower = _mm512_and_si512(made, _mm512_sub_epi16(_mm512_setzero_si512(), made));
    lanes upper = _mm512_xor_si512(made, lower);
    side = close_gap(close_gap(side, upper), lower);

    lanes made_place = _mm512_add_epi16(
        index_of(lower), _mm512_shuffle_epi8(_mm512_load_si512(lane_tables.second_place), index_of(upper)));
    lanes kind = _mm512_maskz_set1_epi16(has_pair, KIND_PAIR);
    kind = choose(has_two_pair, all(KIND_TWO_PAIR), kind);
    kind = choose(has_trips, all(KIND_TRIPS), kind);
    kind = choose(is_full, all(KIND_FULL_HOUSE), kind);
    kind = choose(has_four, all(KIND_QUADS), kind);
    kind = choose(is_flush, all(KIND_FLUSH), kind);
    lanes base = _mm512_permutexvar_epi16(kind, _mm512_load_si512(lane_tables.base));
    lanes step = _mm512_permutexvar_epi16(kind, _mm512_load_si512(lane_tables.step));
    lanes size_row = _mm512_permutexvar_epi16(kind, _mm512_load_si512(lane_tables.size_row));
    which five = ~any(made);
    lanes rank = _mm512_add_epi16(base, _mm512_mullo_epi16(step, made_place));
    rank = _mm512_add_epi16(rank, place_of(side, size_row, five));
    lanes straight = _mm512_add_epi16(choose(is_flush, all(STRAIGHT_FLUSH), all(STRAIGHT)), index_of(run_top));
    return choose(is_run, straight, rank);
}

/* Ranks of sixty-four hands from a register for each card; a byte of it is that card of one hand. */
INLINE void rank_block(const lanes *cards, int size, uint16_t *out)
{
    struct planes first, second;
    for (int suit = 0; suit < 4; suit++) {
        lanes low_table = _mm512_load_si512(lane_tables.low_ranks[suit]);
        lanes high_table = _mm512_load_si512(lane_tables.high_ranks[suit]);
        lanes low = _mm512_permutexvar_epi8(cards[0], low_table);
        lanes high = _mm512_permutexvar_epi8(cards[0], high_table);
        for (int card = 1; card < size; card++) {
            low = _mm512_or_si512(low, _mm512_permutexvar_epi8(cards[card], low_table));
            high = _mm512_or_si512(high, _mm512_permutexvar_epi8(cards[card], high_table));
        }
        /* Each 128-bit part interleaves with its like, so hands stay in groups of eight; the stores sort them out. */
        first.suit[suit] = _mm512_unpacklo_epi8(low, high);
        second.suit[suit] = _mm512_unpackhi_epi8(low, high);
    }
    lanes one = rank_planes(first, size), two = rank_planes(second, size);
    const lanes front = _mm512_load_si512(lane_tables.front), back = _mm512_load_si512(lane_tables.back);
    _mm512_storeu_si512(out, _mm512_permutex2var_epi64(one, front, two));
    _mm512_storeu_si512(out + 32, _mm512_permutex2var_epi64(one, back, two));
}

/* Swap eight registers of eight quadwords so that rows become columns. */
INLINE void transpose(lanes *r)
{
    lanes t[8], u[8];
    for (int i = 0; i < 8; i += 2) {
        t[i] = _mm512_unpacklo_epi64(r[i], r[i + 1]);
        t[i + 1] = _mm512_unpackhi_epi64(r[i], r[i + 1]);
    }
    for (int i = 0; i < 8; i += 4)
        for (int j = 0; j < 2; j++) {
            u[i + j] = _mm512_shuffle_i64x2(t[i + j], t[i + j + 2], 0x88);
            u[i + j + 2] = _mm512_shuffle_i64x2(t[i + j], t[i + j + 2], 0xDD);
        }
    for (int j = 0; j < 4; j++) {
        r[j] = _mm512_shuffle_i64x2(u[j], u[j + 4], 0x88);
        r[j + 4] = _mm512_shuffle_i64x2(u[j], u[j + 4], 0xDD);
    }
}

INLINE lanes low_block(const lanes *cards, int size, lanes mask)
{
    lanes table = _mm512_load_si512(lane_tables.low_bit);
    lanes held = _mm512_permutexvar_epi8(cards[0], table);
    for (int card = 1; card < size; card++)
        held = _mm512_or_si512(held, _mm512_permutexvar_epi8(cards[card], table));
    held = _mm512_and_si512(held, mask);
    lanes without_eight = _mm512_permutex2var_epi8(_mm512_loadu_si512(low_value), held, _mm512_loadu_si512(low_value + 64));
    lanes with_eight = _mm512_permutex2var_epi8(_mm512_loadu_si512(low_value + 128), held, _mm512_loadu_si512(low_value + 192));
    return _mm512_mask_mov_epi8(without_eight, _mm512_movepi8_mask(held), with_eight);
}

/* The cards of sixty-four rows of hands, a register for each column. */
INLINE void load_rows(const uint8_t *rows, int size, lanes *cards)
{
    const lanes order = _mm512_load_si512(lane_tables.rows[size - 5]);
    const __mmask64 eight_rows = ~(__mmask64)0 >> (64 - 8 * size);
    for (int i = 0; i < 8; i++)
        cards[i] = _mm512_permutexvar_epi8(order, _mm512_maskz_loadu_epi8(eight_rows, rows + 8 * size * i));
    transpose(cards);
}

INLINE void load_columns(const uint8_t *column, size_t stride, int size, lanes *cards)
{
    for (int i = 0; i < size; i++)
        cards[i] = _mm512_loadu_si512(column + (size_t)i * stride);
}

/* The suits of thirty-two hand masks. */
INLINE struct planes load_masks(const uint64_t *masks)
{
    const lanes order = _mm512_load_si512(lane_tables.suits);
    struct planes hands;
    lanes r[4], t[4];
    for (int i = 0; i < 4; i++)
        r[i] = _mm512_permutexvar_epi16(order, _mm512_loadu_si512(masks + 8 * i));
    for (int i = 0; i < 4; i += 2) {
        t[i] = _mm512_shuffle_i64x2(r[i], r[i + 1], 0x88);
        t[i + 1] = _mm512_shuffle_i64x2(r[i], r[i + 1], 0xDD);
    }
    for (int i = 0; i < 2; i++) {
        hands.suit[i] = _mm512_shuffle_i64x2(t[i], t[i + 2], 0x88);
        hands.suit[i + 2] = _mm512_shuffle_i64x2(t[i], t[i + 2], 0xDD);
    }
    return hands;
}

INLINE void rank_size(const struct hands *hands, int size, size_t first, size_t blocks, uint16_t *out)
{
    const uint8_t *bytes = hands->data;
    const uint64_t *masks = hands->data;
    lanes cards[8];
    for (size_t i = first; blocks > 0; blocks--, i += BLOCK, out += BLOCK)
        if (hands->layout == MASKS) {
            _mm512_storeu_si512(out, rank_planes(load_masks(masks + i), size));
            _mm512_storeu_si512(out + 32, rank_planes(load_masks(masks + i + 32), size));
        } else {
            if (hands->layout == ROWS)
                load_rows(bytes + i * (size_t)size, size, cards);
            else
                load_columns(bytes + i, hands->stride, size, cards);
            rank_block(cards, size, out);
        }
}

/* A copy of the loop for each size and layout, all of them constant in it. */
TARGET static void rank_blocks(const struct hands *hands, size_t first, size_t blocks, uint16_t *out)
{
    switch (hands->size) {
    case 5: rank_size(hands, 5, first, blocks, out); break;
    case 6: rank_size(hands, 6, first, blocks, out); break;
    default: rank_size(hands, 7, first, blocks, out); break;
    }
}

TARGET static void low_blocks(const struct hands *hands, size_t first, size_t blocks, uint8_t mask, uint8_t *out)
{
    const uint8_t *bytes = hands->data;
    const lanes masks = _mm512_set1_epi8((char)mask);
    lanes cards[8];
    for (size_t i = first; blocks > 0; blocks--, i += BLOCK, out += BLOCK) {
        if (hands->layout == ROWS)
            load_rows(bytes + i * (size_t)hands->size, hands->size, cards);
        else
            load_columns(bytes + i, hands->stride, hands->size, cards);
        _mm512_storeu_si512(out, low_block(cards, hands->size, masks));
    }
}

static void rank_hands(const struct hands *hands, size_t first, size_t count, uint16_t *out)
{
    uint8_t space[BLOCK * 8];
    uint16_t ranks[BLOCK];
    size_t rest = count % BLOCK;
    rank_blocks(hands, first, count / BLOCK, out);
    if (rest > 0) {
        struct hands copy = copy_hands(hands, first + count - rest, rest, space);
        rank_blocks(&copy, 0, 1, ranks);
        memcpy(out + count - rest, ranks, rest * sizeof *ranks);
    }
}

static void low_hands(const struct hands *hands, size_t first, size_t count, uint8_t mask, uint8_t *out)
{
    uint8_t space[BLOCK * 8], values[BLOCK];
    size_t rest = count % BLOCK;
    if (hands->layout == MASKS) {
        scalar_kernel.low(hands, first, count, mask, out);
        return;
    }
    low_blocks(hands, first, count / BLOCK, mask, out);
    if (rest > 0) {
        struct hands copy = copy_hands(hands, first + count - rest, rest, space);
        low_blocks(&copy, 0, 1, mask, values);
        memcpy(out + count - rest, values, rest);
    }
}

static int runs_here(void)
{
    return __builtin_cpu_supports("avx512bw") && __builtin_cpu_supports("avx512vl") &&
           __builtin_cpu_supports("avx512vbmi") && __builtin_cpu_supports("avx512bitalg");
}

const struct kernel avx512_kernel = {"avx512", runs_here, rank_hands, low_hands};

#endif
