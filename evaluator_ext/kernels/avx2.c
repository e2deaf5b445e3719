/* AVX2: thirty-two hands at a time without a branch; only the places of the side cards come from a table in memory.
 *
 * Cards become rank masks by sixteen-entry byte look-ups on their rank, kept where the suit is the right one; sixteen
 * hands then go through the rules together, one in each 16-bit lane of four registers, one register for each suit.
 */
#if defined(__x86_64__)

#include <immintrin.h>
#include <string.h>

#include "kernels.h"
#include "lanes.h"
#include "look_up.h"
#include "tables.h"

#define TARGET __attribute__((target("avx2,bmi2")))
#define INLINE static inline __attribute__((always_inline)) TARGET

enum { STEP = 32, LANES = 16 };

typedef __m256i lanes;
typedef __m256i which; /* lanes of all ones or all zeros */

/* Of sixteen hands, the ranks held at least once, twice, three and four times, and those of a flush's suit. */
struct held {
    lanes once, twice, thrice, four, flush;
};

/* Ranks up to the places of the side cards, and the sets of side cards whose places are to be added. */
struct halves {
    lanes rank, side;
};

INLINE lanes all(int value)
{
    return _mm256_set1_epi16((short)value);
}

INLINE lanes both(lanes a, lanes b)
{
    return _mm256_and_si256(a, b);
}

INLINE lanes either(lanes a, lanes b)
{
    return _mm256_or_si256(a, b);
}

INLINE lanes without(lanes a, lanes b)
{
    return _mm256_andnot_si256(b, a);
}

INLINE which none(lanes x)
{
    return _mm256_cmpeq_epi16(x, _mm256_setzero_si256());
}

INLINE lanes choose(which w, lanes yes, lanes no)
{
    return either(both(w, yes), without(no, w));
}

INLINE lanes minus_one(lanes x)
{
    return _mm256_add_epi16(x, all(-1));
}

INLINE lanes without_lowest(lanes x)
{
    return both(x, minus_one(x));
}

INLINE lanes look_up(const uint8_t *table, lanes index)
{
    return _mm256_shuffle_epi8(_mm256_broadcastsi128_si256(_mm_load_si128((const __m128i *)table)), index);
}

/* A number from 0 to 15 that tells a single bit's index, 0 also for no bit. */
INLINE lanes hash_bit(lanes bit)
{
    return _mm256_srli_epi16(_mm256_mullo_epi16(bit, all(DE_BRUIJN)), 12);
}

/* Close the gap that the rank `bit` leaves in a set of ranks; no bit, no gap. */
INLINE lanes close_gap(lanes set, lanes bit)
{
    return choose(minus_one(bit), set, _mm256_srli_epi16(set, 1));
}

INLINE struct halves rank_held(struct held held)
{
    lanes twice = held.twice, thrice = held.thrice, four = held.four;
    which no_flush = none(held.flush);
    lanes once = either(both(no_flush, held.once), held.flush);

    lanes ladder = either(_mm256_slli_epi16(once, 1), _mm256_srli_epi16(once, 12));
    lanes two_run = both(ladder, _mm256_srli_epi16(ladder, 1));
    lanes run = both(both(two_run, _mm256_srli_epi16(two_run, 2)), _mm256_srli_epi16(ladder, 4));
    lanes run_top = without(run, _mm256_srli_epi16(run, 1));
    which no_run = none(run);

    lanes two_pairs = without_lowest(twice), three_pairs = without_lowest(two_pairs);
    lanes two_trips = without_lowest(thrice);
    which no_trips = none(thrice), no_four = none(four);
    lanes made = choose(none(three_pairs), twice, two_pairs);
    made = choose(no_trips, made, choose(none(two_trips), thrice, two_trips));
    made = both(no_flush, choose(no_four, made, four));
    lanes full_pairs = without(both(twice, no_flush), made);
    which is_full = without(without(no_four, no_trips), none(full_pairs));
    lanes side = choose(is_full, full_pairs, without(once, made));

    lanes lower = both(made, _mm256_sub_epi16(_mm256_setzero_si256(), made));
    lanes upper = _mm256_xor_si256(made, lower);
    side = close_gap(close_gap(side, upper), lower);

    lanes made_place = _mm256_add_epi16(
        look_up(lane_tables.hashed_index, hash_bit(lower)), look_up(lane_tables.hashed_second, hash_bit(upper)));
    lanes kind = without(all(KIND_PAIR), none(twice));
    kind = _mm256_max_epi16(kind, without(all(KIND_TWO_PAIR), none(two_pairs)));
    kind = _mm256_max_epi16(kind, without(all(KIND_TRIPS), no_trips));
    kind = _mm256_max_epi16(kind, without(all(KIND_FLUSH), no_flush));
    kind = _mm256_max_epi16(kind, both(all(KIND_FULL_HOUSE), is_full));
    kind = _mm256_max_epi16(kind, without(all(KIND_QUADS), no_four));
    lanes step = look_up(lane_tables.step_bytes, kind);
    lanes kind_twice = _mm256_add_epi16(_mm256_mullo_epi16(kind, all(0x0101)), all(0x0800));
    lanes rank = _mm256_add_epi16(look_up(lane_tables.base_bytes, kind_twice), _mm256_mullo_epi16(step, made_place));
    lanes straight = _mm256_add_epi16(
        choose(no_flush, all(STRAIGHT), all(STRAIGHT_FLUSH)), look_up(lane_tables.hashed_index, hash_bit(run_top)));
    side = either(both(side, all(RANK_SETS - 1)), look_up(lane_tables.side_rows, kind_twice));
    return (struct halves){choose(no_run, rank, straight), both(no_run, side)};
}

/* The places of the side cards, two lanes at a time in each 32-bit element. */
INLINE lanes look_up_sides(lanes side)
{
    const int *table = (const int *)side_place;
    lanes even = _mm256_i32gather_epi32(table, _mm256_and_si256(side, _mm256_set1_epi32(0xFFFF)), 2);
    lanes odd = _mm256_i32gather_epi32(table, _mm256_srli_epi32(side, 16), 2);
    return _mm256_blend_epi16(even, _mm256_slli_epi32(odd, 16), 0xAA);
}

INLINE void finish(struct halves one, struct halves two, uint16_t *out)
{
    _mm256_storeu_si256((lanes *)out, _mm256_add_epi16(one.rank, look_up_sides(one.side)));
    _mm256_storeu_si256((lanes *)(out + LANES), _mm256_add_epi16(two.rank, look_up_sides(two.side)));
}

INLINE struct halves swap_middle(struct halves one, struct halves two, struct halves *second)
{
    *second = (struct halves){_mm256_permute2x128_si256(one.rank, two.rank, 0x31),
                              _mm256_permute2x128_si256(one.side, two.side, 0x31)};
    return (struct halves){_mm256_permute2x128_si256(one.rank, two.rank, 0x20),
                           _mm256_permute2x128_si256(one.side, two.side, 0x20)};
}

INLINE lanes rank_index(lanes cards)
{
    return both(_mm256_srli_epi16(cards, 2), _mm256_set1_epi8(15));
}

/* Add three bits of equal weight in every place. */
INLINE lanes add_bits(lanes a, lanes b, lanes c, lanes *carry)
{
    lanes differ = _mm256_xor_si256(a, b);
    *carry = either(both(a, b), both(differ, c));
    return _mm256_xor_si256(differ, c);
}

/* How often each bit is set among up to seven, as a number of three bits. */
INLINE void count_each(const lanes *bits, int size, lanes *ones, lanes *twos, lanes *fours)
{
    const lanes zero = _mm256_setzero_si256();
    lanes carry[3];
    lanes sum = add_bits(bits[0], bits[1], bits[2], &carry[0]);
    sum = add_bits(sum, bits[3], bits[4], &carry[1]);
    *ones = size > 5 ? add_bits(sum, bits[5], size > 6 ? bits[6] : zero, &carry[2]) : sum;
    *twos = add_bits(carry[0], carry[1], size > 5 ? carry[2] : zero, fours);
}

/* The only suit that may have five cards: each bit of its number is the one that most cards have. */
INLINE lanes commonest_suit(const lanes *suits, int size)
{
    lanes sum = suits[0];
    for (int card = 1; card < size; card++)
        sum = _mm256_add_epi8(sum, suits[card]);
    return both(_mm256_srli_epi16(sum, 2), _mm256_set1_epi8(0x11));
}

INLINE struct held hold(lanes ones, lanes twos, lanes fours, lanes flush)
{
    lanes twice = either(twos, fours);
    return (struct held){either(ones, twice), twice, either(both(ones, twos), fours), fours, flush};
}

/* Ranks of thirty-two hands from a register for each card; a byte of it is that card of one hand. */
INLINE void rank_cards(const lanes *cards, int size, uint16_t *out)
{
    lanes low[MOST_CARDS], high[MOST_CARDS], suits[MOST_CARDS], ones[2], twos[2], fours[2];
    for (int card = 0; card < size; card++) {
        lanes index = rank_index(cards[card]);
        low[card] = look_up(lane_tables.low_bits, index);
        high[card] = look_up(lane_tables.high_bits, index);
        suits[card] = look_up(lane_tables.suit_bits, cards[card]);
    }
    count_each(low, size, &ones[0], &twos[0], &fours[0]);
    count_each(high, size, &ones[1], &twos[1], &fours[1]);

    const lanes suit = commonest_suit(suits, size);
    lanes flush_low = _mm256_setzero_si256(), flush_high = flush_low, count = flush_low;
    for (int card = 0; card < size; card++) {
        which suited = _mm256_cmpeq_epi8(suits[card], suit);
        count = _mm256_sub_epi8(count, suited);
        flush_low = either(flush_low, both(suited, low[card]));
        flush_high = either(flush_high, both(suited, high[card]));
    }
    which is_flush = _mm256_cmpgt_epi8(count, _mm256_set1_epi8(4));
    flush_low = both(flush_low, is_flush);
    flush_high = both(flush_high, is_flush);

    struct halves first = rank_held(hold(
        _mm256_unpacklo_epi8(ones[0], ones[1]), _mm256_unpacklo_epi8(twos[0], twos[1]),
        _mm256_unpacklo_epi8(fours[0], fours[1]), _mm256_unpacklo_epi8(flush_low, flush_high)));
    struct halves second = rank_held(hold(
        _mm256_unpackhi_epi8(ones[0], ones[1]), _mm256_unpackhi_epi8(twos[0], twos[1]),
        _mm256_unpackhi_epi8(fours[0], fours[1]), _mm256_unpackhi_epi8(flush_low, flush_high)));
    struct halves back, front = swap_middle(first, second, &back);
    finish(front, back, out);
}

INLINE void low_cards(const lanes *cards, int size, lanes mask, uint8_t *out)
{
    _Alignas(32) uint8_t held[STEP];
    lanes ranks = _mm256_setzero_si256();
    for (int card = 0; card < size; card++)
        ranks = either(ranks, look_up(lane_tables.low_rank_bits, rank_index(cards[card])));
    _mm256_store_si256((lanes *)held, both(ranks, mask));
    for (int i = 0; i < STEP; i++)
        out[i] = low_value[held[i]];
}

INLINE lanes load_two(const void *low, const void *high)
{
    return _mm256_inserti128_si256(_mm256_castsi128_si256(_mm_loadu_si128(low)), _mm_loadu_si128(high), 1);
}

/* The cards of thirty-two rows of hands, a register for each column: two rows in each half of a register, their words
 * then swapped so that rows become columns. Reads up to six bytes past the last row. */
INLINE void load_rows(const uint8_t *rows, int size, lanes *cards)
{
    lanes r[8], t[8];
    const lanes order = _mm256_broadcastsi128_si256(_mm_load_si128((const __m128i *)lane_tables.two_rows[size - 5]));
    for (int i = 0; i < 8; i++)
        r[i] = _mm256_shuffle_epi8(load_two(rows + 2 * i * size, rows + (LANES + 2 * i) * size), order);
    for (int i = 0; i < 8; i += 2) {
        t[i] = _mm256_unpacklo_epi16(r[i], r[i + 1]);
        t[i + 1] = _mm256_unpackhi_epi16(r[i], r[i + 1]);
    }
    for (int i = 0; i < 8; i += 4)
        for (int j = 0; j < 2; j++) {
            r[i + 2 * j] = _mm256_unpacklo_epi32(t[i + j], t[i + j + 2]);
            r[i + 2 * j + 1] = _mm256_unpackhi_epi32(t[i + j], t[i + j + 2]);
        }
    for (int j = 0; j < 4; j++) {
        cards[2 * j] = _mm256_unpacklo_epi64(r[j], r[j + 4]);
        cards[2 * j + 1] = _mm256_unpackhi_epi64(r[j], r[j + 4]);
    }
}

INLINE void load_columns(const uint8_t *column, size_t stride, int size, lanes *cards)
{
    for (int i = 0; i < size; i++)
        cards[i] = _mm256_loadu_si256((const lanes *)(column + (size_t)i * stride));
}

/* How many bits are set in each lane. */
INLINE lanes count_bits(lanes x)
{
    const lanes nibbles = _mm256_set1_epi8(15);
    lanes low = look_up(lane_tables.bit_count, both(x, nibbles));
    lanes high = look_up(lane_tables.bit_count, both(_mm256_srli_epi16(x, 4), nibbles));
    return _mm256_maddubs_epi16(_mm256_add_epi8(low, high), _mm256_set1_epi8(1));
}

INLINE struct held hold_suits(const lanes *suits)
{
    struct held held;
    lanes minor = either(suits[0], suits[1]), major = either(suits[2], suits[3]);
    lanes minors = both(suits[0], suits[1]), majors = both(suits[2], suits[3]);
    held.once = either(minor, major);
    held.twice = either(either(minors, majors), both(minor, major));
    held.thrice = either(both(minors, major), both(majors, minor));
    held.four = both(minors, majors);
    held.flush = _mm256_setzero_si256();
    for (int suit = 0; suit < 4; suit++)
        held.flush = either(held.flush, both(suits[suit], _mm256_cmpgt_epi16(count_bits(suits[suit]), all(4))));
    return held;
}

/* Sixteen hand masks. */
INLINE struct held load_masks(const uint64_t *masks)
{
    const lanes order = _mm256_broadcastsi128_si256(_mm_load_si128((const __m128i *)lane_tables.two_masks));
    lanes r[4], t[4], suits[4];
    for (int i = 0; i < 4; i++)
        r[i] = _mm256_shuffle_epi8(load_two(masks + 2 * i, masks + 8 + 2 * i), order);
    for (int i = 0; i < 4; i += 2) {
        t[i] = _mm256_unpacklo_epi32(r[i], r[i + 1]);
        t[i + 1] = _mm256_unpackhi_epi32(r[i], r[i + 1]);
    }
    for (int i = 0; i < 2; i++) {
        suits[2 * i] = _mm256_unpacklo_epi64(t[i], t[i + 2]);
        suits[2 * i + 1] = _mm256_unpackhi_epi64(t[i], t[i + 2]);
    }
    return hold_suits(suits);
}

INLINE void rank_size(const struct hands *hands, int size, size_t first, size_t steps, uint16_t *out)
{
    const uint8_t *bytes = hands->data;
    const uint64_t *masks = hands->data;
    lanes cards[8];
    for (size_t i = first; steps > 0; steps--, i += STEP, out += STEP)
        if (hands->layout == MASKS) {
            finish(rank_held(load_masks(masks + i)), rank_held(load_masks(masks + i + LANES)), out);
        } else {
            if (hands->layout == ROWS)
                load_rows(bytes + i * (size_t)size, size, cards);
            else
                load_columns(bytes + i, hands->stride, size, cards);
            rank_cards(cards, size, out);
        }
}

/* A copy of the loop for each size, a constant in it. */
TARGET static void rank_steps(const struct hands *hands, size_t first, size_t steps, uint16_t *out)
{
    switch (hands->size) {
    case 5: rank_size(hands, 5, first, steps, out); break;
    case 6: rank_size(hands, 6, first, steps, out); break;
    default: rank_size(hands, 7, first, steps, out); break;
    }
}

TARGET static void low_steps(const struct hands *hands, size_t first, size_t steps, uint8_t mask, uint8_t *out)
{
    const uint8_t *bytes = hands->data;
    const lanes masks = _mm256_set1_epi8((char)mask);
    lanes cards[8];
    for (size_t i = first; steps > 0; steps--, i += STEP, out += STEP) {
        if (hands->layout == ROWS)
            load_rows(bytes + i * (size_t)hands->size, hands->size, cards);
        else
            load_columns(bytes + i, hands->stride, hands->size, cards);
        low_cards(cards, hands->size, masks, out);
    }
}

/* The last hands are ranked from a copy: rows are read up to six bytes beyond their end, which are within two hands. */
static size_t whole_steps(size_t count)
{
    return count > 1 ? (count - 2) / STEP : 0;
}

static void rank_hands(const struct hands *hands, size_t first, size_t count, uint16_t *out)
{
    uint8_t space[BLOCK * 8];
    uint16_t ranks[2 * STEP];
    size_t steps = whole_steps(count), rest = count - steps * STEP;
    rank_steps(hands, first, steps, out);
    if (rest > 0) {
        struct hands copy = copy_hands(hands, first + count - rest, rest, space);
        rank_steps(&copy, 0, (rest + STEP - 1) / STEP, ranks);
        memcpy(out + count - rest, ranks, rest * sizeof *ranks);
    }
}

static void low_hands(const struct hands *hands, size_t first, size_t count, uint8_t mask, uint8_t *out)
{
    uint8_t space[BLOCK * 8], values[2 * STEP];
    size_t steps = whole_steps(count), rest = count - steps * STEP;
    if (hands->layout == MASKS) {
        scalar_kernel.low(hands, first, count, mask, out);
        return;
    }
    low_steps(hands, first, steps, mask, out);
    if (rest > 0) {
        struct hands copy = copy_hands(hands, first + count - rest, rest, space);
        low_steps(&copy, 0, (rest + STEP - 1) / STEP, mask, values);
        memcpy(out + count - rest, values, rest);
    }
}

static int runs_here(void)
{
    return __builtin_cpu_supports("avx2");
}

const struct kernel avx2_kernel = {"avx2", runs_here, rank_hands, low_hands, add_up_plain, NULL};

#endif
