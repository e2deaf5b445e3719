/* Computes every table once, in some tens of milliseconds, from the rules of poker alone. */
#include "tables.h"

#include <pthread.h>
#include <stdlib.h>
#include <string.h>

#include "kernels.h"
#include "lanes.h"

enum { RANKS = 13, LOW_CLASSES = 56, MOST_KEYS = 49205, POOL = 176000, COLUMNS_IN_ROW = 1 << KEY_COLUMN_BITS };

uint64_t card_key[256];
uint32_t plane_key[RANK_SETS];
struct key_table rank_by_key[3];
uint16_t flush_rank[RANK_SETS];
uint16_t place[RANK_SETS];
uint8_t low_bit[256];
uint8_t low_value[256];
uint8_t omaha_low[256][256];
uint16_t badugi_rank[RANK_SETS];
uint8_t pair_number[256];
struct key_table board_number;
uint16_t omaha_rank[FIVE_CARD_SETS][PAIR_STRIDE];
uint16_t triple_rank[455][PAIR_STRIDE];

/* Found one after the other, each the smallest that keeps the sums of equally many ranks, up to seven, apart. */
static const uint32_t weight[RANKS] = {0, 1, 5, 22, 98, 453, 2031, 8698, 22854, 83661, 262349, 636345, 1479181};

static uint16_t pool[POOL];
static size_t pool_used;

struct entry {
    uint32_t key;
    uint16_t value;
};

/* Ranks held at least once, twice, three and four times. */
struct ranks {
    unsigned once, twice, thrice, four;
};

static int count_bits(unsigned set)
{
    return __builtin_popcount(set);
}

static unsigned top_bit(unsigned set)
{
    return set ? 1u << (31 - __builtin_clz(set)) : 0;
}

static unsigned best(unsigned set, int count)
{
    while (count_bits(set) > count)
        set &= set - 1;
    return set;
}

/* Strength of the best straight: 0 for none, 1 for five high up to 10 for ace high. */
static int run_strength(unsigned set)
{
    unsigned ladder = set << 1 | set >> 12;
    unsigned run = ladder & ladder >> 1 & ladder >> 2 & ladder >> 3 & ladder >> 4;
    return run ? 32 - __builtin_clz(run) : 0;
}

/* How many choices of `count` ranks outside `made` are weaker than the best choice from `set`. */
static int kickers(unsigned set, unsigned made, int count)
{
    unsigned side = best(set & ~made, count);
    while (made) {
        unsigned below = top_bit(made) - 1;
        side = (side & below) | (side >> 1 & ~below);
        made &= below;
    }
    return place[side];
}

/* Dense rank of five to seven cards of no one suit. */
static int rank_of(struct ranks held)
{
    int run = run_strength(held.once);
    unsigned trips = top_bit(held.thrice), pairs = best(held.twice, 2);
    if (held.four)
        return QUADS + place[held.four] * 12 + kickers(held.once, held.four, 1);
    if (trips && held.twice != trips)
        return FULL_HOUSE + place[trips] * 12 + kickers(held.twice, trips, 1);
    if (run)
        return STRAIGHT + run - 1;
    if (trips)
        return TRIPS + place[trips] * 66 + kickers(held.once, trips, 2);
    if (count_bits(pairs) == 2)
        return TWO_PAIR + place[pairs] * 11 + kickers(held.once, pairs, 1);
    if (pairs)
        return PAIR + place[pairs] * 220 + kickers(held.once, pairs, 3);
    return HIGH_CARD + place[best(held.once, 5)];
}

/* The held ranks with one card more; a fifth of a rank counts as the fourth. */
static struct ranks with_rank(struct ranks held, int rank)
{
    unsigned bit = 1u << rank;
    held.four |= held.thrice & bit;
    held.thrice |= held.twice & bit;
    held.twice |= held.once & bit;
    held.once |= bit;
    return held;
}

static void fill_places(void)
{
    uint16_t seen[RANKS + 1] = {0};
    for (unsigned set = 0; set < RANK_SETS; set++) {
        place[set] = seen[count_bits(set)];
        if (count_bits(set) != 5 || !run_strength(set))
            seen[count_bits(set)]++;
    }
}

static void fill_planes(void)
{
    for (unsigned set = 0; set < RANK_SETS; set++) {
        int run = run_strength(set);
        for (int rank = 0; rank < RANKS; rank++)
            plane_key[set] += (set >> rank & 1) * weight[rank];
        if (count_bits(set) < 5)
            continue;
        plane_key[set] |= 1u << 31;
        flush_rank[set] = (uint16_t)(run ? STRAIGHT_FLUSH + run - 1 : FLUSH + place[best(set, 5)]);
    }
    for (int card = 0; card < DECK_SIZE; card++)
        card_key[card] = weight[card >> 2] | (uint64_t)1 << (32 + 4 * (card & 3));
}

/* All sets of `size` ranks, none more than four times, from `rank` downwards; returns how many there are. */
static int list_sets(struct entry *list, int size, int rank, struct ranks held, uint32_t key)
{
    int listed = 0;
    if (size == 0) {
        *list = (struct entry){key, (uint16_t)rank_of(held)};
        return 1;
    }
    for (int copies = 0; rank >= 0 && copies <= 4 && copies <= size; copies++) {
        listed += list_sets(list + listed, size - copies, rank - 1, held, key + copies * weight[rank]);
        held = with_rank(held, rank);
    }
    return listed;
}

static int by_row_then_column(const void *left, const void *right)
{
    uint32_t a = ((const struct entry *)left)->key, b = ((const struct entry *)right)->key;
    return (a > b) - (a < b);
}

/* Which of 64 places from `from` on are taken. */
static uint64_t taken_from(const uint64_t *taken, size_t from)
{
    size_t word = from / 64, shift = from % 64;
    return shift ? taken[word] >> shift | taken[word + 1] << (64 - shift) : taken[word];
}

/* The first start, from `start` on, at which all columns of a row of keys find a free place. */
static size_t find_room(const uint64_t *taken, const struct entry *row, int count, size_t start)
{
    for (;; start += 64) {
        uint64_t clash = 0;
        for (int i = 0; i < count && ~clash; i++)
            clash |= taken_from(taken, start + row[i].key % COLUMNS_IN_ROW);
        if (~clash)
            return start + (size_t)__builtin_ctzll(~clash);
    }
}

/* Lay the values out in the pool, the fullest rows first. Sorts the list by key. */
static void pack(struct key_table *table, struct entry *list, int count)
{
    static uint64_t taken[POOL / 64 + 2 * COLUMNS_IN_ROW / 64];
    int first[KEY_ROWS + 1], fullest = 0;
    size_t end = 0;

    qsort(list, (size_t)count, sizeof *list, by_row_then_column);
    memset(taken, 0, sizeof taken);
    table->values = pool + pool_used;
    for (int row = 0, next = 0; row <= KEY_ROWS; row++) {
        first[row] = next;
        while (next < count && (int)(list[next].key >> KEY_COLUMN_BITS) == row)
            next++;
        if (next - first[row] > fullest)
            fullest = next - first[row];
        if (row < KEY_ROWS)
            table->offset[row] = -row * COLUMNS_IN_ROW;
    }
    for (int size = fullest; size > 0; size--) {
        size_t start = 0;
        for (int row = 0; row < KEY_ROWS; row++) {
            if (first[row + 1] - first[row] != size)
                continue;
            start = find_room(taken, list + first[row], size, start);
            for (int i = first[row]; i < first[row + 1]; i++) {
                size_t at = start + list[i].key % COLUMNS_IN_ROW;
                taken[at / 64] |= (uint64_t)1 << at % 64;
                table->values[at] = list[i].value;
            }
            table->offset[row] += (int32_t)start;
            if (end < start + COLUMNS_IN_ROW)
                end = start + COLUMNS_IN_ROW;
        }
    }
    pool_used += end;
    if (pool_used > POOL)
        abort();
}

static void fill_pairs(void)
{
    for (int high = 0; high < RANKS; high++)
        for (int low = 0; low <= high; low++)
            pair_number[high << 4 | low] = pair_number[low << 4 | high] = (uint8_t)(high * (high + 1) / 2 + low);
}

static void fill_triples(void)
{
    for (int high = 0; high < RANKS; high++)
        for (int middle = 0; middle <= high; middle++)
            for (int low = 0; low <= middle; low++) {
                struct ranks board = with_rank(with_rank(with_rank((struct ranks){0}, high), middle), low);
                for (int one = 0; one < RANKS; one++)
                    for (int two = 0; two <= one; two++)
                        triple_rank[triple_number(high, middle, low)][pair_number[one << 4 | two]] =
                            (uint16_t)rank_of(with_rank(with_rank(board, one), two));
            }
}

/* The best of the three-card choices from a board, for each hole pair. */
static void fill_board(const int *ranks, uint16_t *values)
{
    for (int i = 0; i < 3; i++)
        for (int j = i + 1; j < 4; j++)
            for (int k = j + 1; k < 5; k++) {
                const uint16_t *triple = triple_rank[triple_number(ranks[i], ranks[j], ranks[k])];
                for (int pair = 0; pair < RANK_PAIRS; pair++)
                    values[pair] = values[pair] > triple[pair] ? values[pair] : triple[pair];
            }
}

static void fill_boards(struct entry *list)
{
    int count = 0, ranks[5];
    for (ranks[0] = 0; ranks[0] < RANKS; ranks[0]++)
        for (ranks[1] = 0; ranks[1] <= ranks[0]; ranks[1]++)
            for (ranks[2] = 0; ranks[2] <= ranks[1]; ranks[2]++)
                for (ranks[3] = 0; ranks[3] <= ranks[2]; ranks[3]++)
                    for (ranks[4] = 0; ranks[4] <= ranks[3]; ranks[4]++) {
                        if (ranks[0] == ranks[4])
                            continue;
                        fill_board(ranks, omaha_rank[count]);
                        list[count].value = (uint16_t)count;
                        list[count].key = 0;
                        for (int i = 0; i < 5; i++)
                            list[count].key += weight[ranks[i]];
                        count++;
                    }
    pack(&board_number, list, count);
}

static void fill_lows(void)
{
    uint8_t classes[LOW_CLASSES];
    int best_first = 0;
    for (unsigned set = 0; set < 256; set++)
        if (count_bits(set) == 5)
            classes[best_first++] = (uint8_t)set;
    for (int card = 0; card < DECK_SIZE; card++) {
        int rank = (card / 4 + 1) % RANKS;
        low_bit[card] = rank < 8 ? (uint8_t)(1 << rank) : 0;
    }
    for (unsigned board = 0; board < 256; board++)
        for (int i = LOW_CLASSES - 1; i >= 0; i--) {
            unsigned low = classes[i], fixed = low & ~board;
            if (fixed == 0)
                low_value[board] = (uint8_t)(LOW_CLASSES - i);
            if (count_bits(low & board) < 3)
                continue;
            for (unsigned hole = 0; hole < 256; hole++)
                if ((fixed & ~hole) == 0 && count_bits(low & hole) >= 2)
                    omaha_low[board][hole] = (uint8_t)(LOW_CLASSES - i);
        }
}

/* More ranks are better, then lower ones. */
static void fill_badugi(void)
{
    static const int up_to[] = {0, 13, 13 + 78, 13 + 78 + 286, 13 + 78 + 286 + 715};
    for (unsigned set = 1; set < RANK_SETS; set++)
        if (count_bits(set) <= 4)
            badugi_rank[set] = (uint16_t)(up_to[count_bits(set)] - place[set]);
}

static void fill_all(void)
{
    struct entry *list = malloc(MOST_KEYS * sizeof *list);
    if (!list)
        abort();
    fill_places();
    fill_planes();
    for (int size = 5; size <= 7; size++) {
        int count = list_sets(list, size, RANKS - 1, (struct ranks){0}, 0);
        pack(&rank_by_key[size - 5], list, count);
    }
    fill_pairs();
    fill_triples();
    fill_boards(list);
    fill_lows();
    fill_badugi();
    prepare_lanes();
    free(list);
}

void prepare_tables(void)
{
    static pthread_once_t once = PTHREAD_ONCE_INIT;
    pthread_once(&once, fill_all);
}
