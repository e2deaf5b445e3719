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
#include "look_up.h"
#include "tables.h"

#define TARGET __attribute__((target("avx512f,avx512bw,avx512vl,avx512vbmi,avx512bitalg,bmi2")))
#define INLINE static inline __attribute__((always_inline)) TARGET

typedef __m512i lanes;
typedef __mmask32 which;

/* Three-input logic by truth table. */
enum { OR3 = 0xFE, OR_AND = 0xF8, AND3 = 0x80, SELECT = 0xCA, SUM = 0x96, CARRY = 0xE8 };
#define LOGIC(a, b, c, table) _mm512_ternarylogic_epi32(a, b, c, table)

/* Of thirty-two hands, the ranks held at least once, twice, three and four times, and those of a flush's suit. */
struct held {
    lanes once, twice, thrice, four, flush;
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

INLINE lanes rank_held(struct held held, int size)
{
    lanes twice = held.twice, thrice = held.thrice, four = held.four, flush = held.flush;
    which is_flush = any(flush);
    lanes once = choose(is_flush, flush, held.once);

    lanes ladder = _mm512_or_si512(_mm512_slli_epi16(once, 1), _mm512_srli_epi16(once, 12));
    lanes two_run = _mm512_and_si512(ladder, _mm512_srli_epi16(ladder, 1));
    lanes run = LOGIC(two_run, _mm512_srli_epi16(two_run, 2), _mm512_srli_epi16(ladder, 4), AND3);
    lanes run_top = _mm512_andnot_si512(_mm512_srli_epi16(run, 1), run);
    which is_run = any(run);

    lanes two_pairs = without_lowest(twice), three_pairs = without_lowest(two_pairs);
    lanes two_trips = without_lowest(thrice);
    which has_trips = any(thrice), has_four = any(four), has_two_pair = any(two_pairs), has_pair = any(twice);
    lanes made = choose(any(three_pairs), two_pairs, twice);
    made = choose(has_trips, choose(any(two_trips), two_trips, thrice), made);
    made = choose(has_four, four, made);
    made = _mm512_maskz_mov_epi16(~is_flush, made);
    which may_be_full = has_trips & ~has_four & ~is_flush;
    which is_full = _mm512_mask_test_epi16_mask(may_be_full, twice, _mm512_andnot_si512(made, all(-1)));
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

/* How often each bit is set among up to seven, as a number of three bits. */
INLINE void count_each(const lanes *bits, int size, lanes *ones, lanes *twos, lanes *fours)
{
    const lanes zero = _mm512_setzero_si512();
    lanes sixth = size > 5 ? bits[5] : zero, seventh = size > 6 ? bits[6] : zero;
    lanes first = LOGIC(bits[0], bits[1], bits[2], SUM), first_carry = LOGIC(bits[0], bits[1], bits[2], CARRY);
    lanes second = LOGIC(first, bits[3], bits[4], SUM), second_carry = LOGIC(first, bits[3], bits[4], CARRY);
    lanes third_carry = LOGIC(second, sixth, seventh, CARRY);
    *ones = LOGIC(second, sixth, seventh, SUM);
    *twos = LOGIC(first_carry, second_carry, third_carry, SUM);
    *fours = LOGIC(first_carry, second_carry, third_carry, CARRY);
}

/* The only suit that may have five cards: each bit of its number is the one that most cards have. */
INLINE lanes commonest_suit(const lanes *suits, int size)
{
    lanes sum = suits[0];
    for (int card = 1; card < size; card++)
        sum = _mm512_add_epi8(sum, suits[card]);
    return _mm512_and_si512(_mm512_srli_epi16(sum, 2), _mm512_set1_epi8(0x11));
}

INLINE struct held hold(lanes ones, lanes twos, lanes fours, lanes flush)
{
    which is_flush = _mm512_cmpgt_epi16_mask(_mm512_popcnt_epi16(flush), all(4));
    return (struct held){
        LOGIC(ones, twos, fours, OR3), _mm512_or_si512(twos, fours), LOGIC(fours, ones, twos, OR_AND), fours,
        _mm512_maskz_mov_epi16(is_flush, flush)};
}

/* Ranks of sixty-four hands from a register for each card; a byte of it is that card of one hand. */
INLINE void rank_block(const lanes *cards, int size, uint16_t *out)
{
    const lanes low_table = _mm512_load_si512(lane_tables.low_ranks);
    const lanes high_table = _mm512_load_si512(lane_tables.high_ranks);
    const lanes suit_table = _mm512_load_si512(lane_tables.suit_bits);
    lanes low[MOST_CARDS], high[MOST_CARDS], suits[MOST_CARDS], ones[2], twos[2], fours[2];
    for (int card = 0; card < size; card++) {
        low[card] = _mm512_permutexvar_epi8(cards[card], low_table);
        high[card] = _mm512_permutexvar_epi8(cards[card], high_table);
        suits[card] = _mm512_permutexvar_epi8(cards[card], suit_table);
    }
    count_each(low, size, &ones[0], &twos[0], &fours[0]);
    count_each(high, size, &ones[1], &twos[1], &fours[1]);

    const lanes suit = commonest_suit(suits, size);
    lanes flush_low = _mm512_setzero_si512(), flush_high = flush_low;
    for (int card = 0; card < size; card++) {
        __mmask64 suited = _mm512_cmpeq_epi8_mask(suits[card], suit);
        flush_low = _mm512_or_si512(flush_low, _mm512_maskz_mov_epi8(suited, low[card]));
        flush_high = _mm512_or_si512(flush_high, _mm512_maskz_mov_epi8(suited, high[card]));
    }
    /* Each 128-bit part interleaves with its like, so hands stay in groups of eight; the stores sort them out. */
    lanes one = rank_held(hold(
        _mm512_unpacklo_epi8(ones[0], ones[1]), _mm512_unpacklo_epi8(twos[0], twos[1]),
        _mm512_unpacklo_epi8(fours[0], fours[1]), _mm512_unpacklo_epi8(flush_low, flush_high)), size);
    lanes two = rank_held(hold(
        _mm512_unpackhi_epi8(ones[0], ones[1]), _mm512_unpackhi_epi8(twos[0], twos[1]),
        _mm512_unpackhi_epi8(fours[0], fours[1]), _mm512_unpackhi_epi8(flush_low, flush_high)), size);
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
    lanes quarters[4];
    for (int i = 0; i < 4; i++)
        quarters[i] = _mm512_loadu_si512(low_value + 64 * i);
    lanes without_eight = _mm512_permutex2var_epi8(quarters[0], held, quarters[1]);
    lanes with_eight = _mm512_permutex2var_epi8(quarters[2], held, quarters[3]);
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

INLINE struct held hold_suits(const lanes *suits)
{
    lanes minor = _mm512_or_si512(suits[0], suits[1]), major = _mm512_or_si512(suits[2], suits[3]);
    lanes minors = _mm512_and_si512(suits[0], suits[1]), majors = _mm512_and_si512(suits[2], suits[3]);
    lanes flush = _mm512_setzero_si512();
    for (int suit = 0; suit < 4; suit++) {
        which suited = _mm512_cmpgt_epi16_mask(_mm512_popcnt_epi16(suits[suit]), all(4));
        flush = _mm512_mask_mov_epi16(flush, suited, suits[suit]);
    }
    return (struct held){
        _mm512_or_si512(minor, major), LOGIC(_mm512_or_si512(minors, majors), minor, major, OR_AND),
        LOGIC(_mm512_and_si512(minors, major), majors, minor, OR_AND), _mm512_and_si512(minors, majors), flush};
}

/* Thirty-two hand masks. */
INLINE struct held load_masks(const uint64_t *masks)
{
    const lanes order = _mm512_load_si512(lane_tables.suits);
    lanes r[4], t[4], suits[4];
    for (int i = 0; i < 4; i++)
        r[i] = _mm512_permutexvar_epi16(order, _mm512_loadu_si512(masks + 8 * i));
    for (int i = 0; i < 4; i += 2) {
        t[i] = _mm512_shuffle_i64x2(r[i], r[i + 1], 0x88);
        t[i + 1] = _mm512_shuffle_i64x2(r[i], r[i + 1], 0xDD);
    }
    for (int i = 0; i < 2; i++) {
        suits[i] = _mm512_shuffle_i64x2(t[i], t[i + 2], 0x88);
        suits[i + 2] = _mm512_shuffle_i64x2(t[i], t[i + 2], 0xDD);
    }
    return hold_suits(suits);
}

INLINE void rank_size(const struct hands *hands, int size, size_t first, size_t blocks, uint16_t *out)
{
    const uint8_t *bytes = hands->data;
    const uint64_t *masks = hands->data;
    lanes cards[8];
    for (size_t i = first; blocks > 0; blocks--, i += BLOCK, out += BLOCK)
        if (hands->layout == MASKS) {
            _mm512_storeu_si512(out, rank_held(load_masks(masks + i), size));
            _mm512_storeu_si512(out + 32, rank_held(load_masks(masks + i + 32), size));
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

/* Sixteen hands at a time: each card's step is the sum of two parts that a register of sixteen numbers gives. */
TARGET static void add_up(const struct hands *hands, size_t first, const struct steps *steps, uint32_t *totals)
{
    const uint8_t *bytes = hands->data;
    const lanes ranks = _mm512_loadu_si512(steps->rank), suits = _mm512_loadu_si512(steps->suit);
    lanes cards[8];
    if (hands->layout == ROWS)
        load_rows(bytes + first * FIVE, FIVE, cards);
    else
        load_columns(bytes + first, hands->stride, FIVE, cards);
    for (int quarter = 0; quarter < 4; quarter++) {
        lanes total = _mm512_setzero_si512();
        for (int card = 0; card < FIVE; card++) {
            lanes wide = _mm512_cvtepu8_epi32(_mm512_castsi512_si128(cards[card]));
            total = _mm512_add_epi32(total, _mm512_permutexvar_epi32(_mm512_srli_epi32(wide, 2), ranks));
            total = _mm512_add_epi32(total, _mm512_permutexvar_epi32(wide, suits));
            cards[card] = _mm512_shuffle_i64x2(cards[card], cards[card], 0x39);
        }
        _mm512_storeu_si512(totals + 16 * quarter, total);
    }
}

/* Which of sixty-four hands hold only cards, none of them twice. */
INLINE __mmask64 right_hands(const lanes *cards, int size)
{
    __mmask64 right = ~(__mmask64)0;
    for (int card = 0; card < size; card++) {
        right = _mm512_mask_cmplt_epu8_mask(right, cards[card], _mm512_set1_epi8(DECK_SIZE));
        for (int other = 0; other < card; other++)
            right = _mm512_mask_cmpneq_epi8_mask(right, cards[card], cards[other]);
    }
    return right;
}

INLINE size_t check_size(const struct hands *hands, int size, size_t blocks)
{
    const uint8_t *bytes = hands->data;
    lanes cards[8];
    for (size_t i = 0; i < blocks; i++) {
        if (hands->layout == ROWS)
            load_rows(bytes + i * BLOCK * (size_t)size, size, cards);
        else
            load_columns(bytes + i * BLOCK, hands->stride, size, cards);
        if (~right_hands(cards, size))
            return i * BLOCK;
    }
    return blocks * BLOCK;
}

TARGET static size_t check(const struct hands *hands, size_t count)
{
    if (hands->layout == MASKS)
        return 0;
    switch (hands->size) {
    case 5: return check_size(hands, 5, count / BLOCK);
    case 6: return check_size(hands, 6, count / BLOCK);
    default: return check_size(hands, 7, count / BLOCK);
    }
}

static int runs_here(void)
{
    return __builtin_cpu_supports("avx512bw") && __builtin_cpu_supports("avx512vl") &&
           __builtin_cpu_supports("avx512vbmi") && __builtin_cpu_supports("avx512bitalg");
}

const struct kernel avx512_kernel = {"avx512", runs_here, rank_hands, low_hands, add_up, check};

#endif
