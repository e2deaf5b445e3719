/* Exactly two cards from the hole and three from the board, high and low.
 *
 * Suits aside, a hand's value depends only on the ranks of the board and those of two hole cards: one row of a table for
 * the board, and in it one value for each pair, whether the hole has four cards, five or six. A flush needs three of a
 * suit on the board, which only one suit can have, and two in the hole.
 */
#include "kernels.h"
#include "tables.h"

enum { PLANE = RANK_SETS - 1, WHEEL = 0x100F, FEWEST_LOW = 3 };

/* What a board means to every hole. */
struct board {
    const uint16_t *by_pair;
    unsigned suited; /* ranks of the suit that it has three of, or none */
    int suit;
    uint8_t low;
};

static unsigned ranks_of_suit(const uint8_t *cards, int size, int suit)
{
    unsigned plane = 0;
    for (int i = 0; i < size; i++)
        plane |= (unsigned)((cards[i] & 3) == suit) << (cards[i] >> 2 & 15);
    return plane & PLANE;
}

static unsigned highest(unsigned set, int count)
{
    while (__builtin_popcount(set) > count)
        set &= set - 1;
    return set;
}

/* The best flush or straight flush of three ranks of the board and two of the hole, all of one suit. */
static uint16_t rank_suited(unsigned board, unsigned hole)
{
    if (__builtin_popcount(board) < 3 || __builtin_popcount(hole) < 2)
        return 0;
    if (flush_rank[board | hole] >= STRAIGHT_FLUSH)
        for (int lowest = 8; lowest >= -1; lowest--) {
            unsigned run = lowest < 0 ? WHEEL : 0x1Fu << lowest;
            if (__builtin_popcount(run & board & ~hole) == 3 && __builtin_popcount(run & hole & ~board) == 2)
                return (uint16_t)(STRAIGHT_FLUSH + lowest + 1);
        }
    return flush_rank[highest(board, 3) | highest(hole, 2)];
}

static inline unsigned rank_number(uint8_t card)
{
    return card < DECK_SIZE ? card >> 2 : 0;
}

/* Short boards have no row of their own: the best of their triples goes into `space`. */
static const uint16_t *fill_short_board(const uint8_t *cards, int size, uint16_t *space)
{
    for (int pair = 0; pair < RANK_PAIRS; pair++)
        space[pair] = 0;
    for (int left_out = 0; left_out < (size == 3 ? 1 : size); left_out++) {
        unsigned three[3];
        for (int i = 0, j = 0; i < size && j < 3; i++)
            if (size == 3 || i != left_out)
                three[j++] = rank_number(cards[i]);
        for (int pass = 0; pass < 3; pass++) {
            int i = pass == 1;
            unsigned high = three[i] > three[i + 1] ? three[i] : three[i + 1];
            three[i + 1] = three[i] ^ three[i + 1] ^ high;
            three[i] = high;
        }
        const uint16_t *row = triple_rank[triple_number((int)three[0], (int)three[1], (int)three[2])];
        for (int pair = 0; pair < RANK_PAIRS; pair++)
            space[pair] = space[pair] > row[pair] ? space[pair] : row[pair];
    }
    return space;
}

static void read_board(const uint8_t *cards, int size, struct qualifier qualifier, struct board *board, uint16_t *space)
{
    uint64_t key = 0x555500000000u; /* three of a suit set the top bit of its counter */
    uint8_t low = 0;
    for (int i = 0; i < size; i++) {
        key += card_key[cards[i]];
        low |= low_bit[cards[i]];
    }
    board->by_pair =
        size == 5 ? omaha_rank[by_key(&board_number, (uint32_t)(key & KEY_MASK))] : fill_short_board(cards, size, space);
    __builtin_prefetch(board->by_pair);
    __builtin_prefetch(board->by_pair + 32);
    __builtin_prefetch(board->by_pair + 64);
    board->suit = key & FLUSH_BITS ? (__builtin_ctzll(key & FLUSH_BITS) - 32) / 4 : -1;
    board->suited = board->suit < 0 ? 0 : ranks_of_suit(cards, size, board->suit);
    board->low = __builtin_popcount(low & qualifier.board) >= FEWEST_LOW ? low & qualifier.hand : 0;
}

static inline uint16_t rank_hole(const struct board *board, const uint8_t *cards, int size)
{
    unsigned ranks[MOST_HOLE];
    uint16_t best = 0;
    for (int i = 0; i < size; i++)
        ranks[i] = cards[i] >> 2 & 15;
    for (int i = 1; i < size; i++)
        for (int j = 0; j < i; j++) {
            uint16_t value = board->by_pair[pair_number[ranks[i] << 4 | ranks[j]]];
            best = value > best ? value : best;
        }
    if (board->suited) {
        uint16_t suited = rank_suited(board->suited, ranks_of_suit(cards, size, board->suit));
        best = suited > best ? suited : best;
    }
    return best;
}

static inline uint8_t low_hole(const struct board *board, const uint8_t *cards, int size, struct qualifier qualifier)
{
    uint8_t held = 0;
    for (int i = 0; i < size; i++)
        held |= low_bit[cards[i]];
    return omaha_low[board->low][held & qualifier.hand];
}

static inline void rank_block(const struct board *boards, int shared, uint8_t (*cards)[8], int size, size_t count,
                              struct qualifier qualifier, uint16_t *high, uint8_t *low)
{
    for (size_t i = 0; high && i < count; i++)
        high[i] = rank_hole(boards + (shared ? 0 : i), cards[i], size);
    for (size_t i = 0; low && i < count; i++)
        low[i] = low_hole(boards + (shared ? 0 : i), cards[i], size, qualifier);
}

void omaha(const struct hands *holes, const struct hands *boards, int shared, size_t first, size_t count,
           struct qualifier qualifier, uint16_t *high, uint8_t *low)
{
    struct board read[BLOCK];
    uint16_t space[BLOCK][PAIR_STRIDE];
    uint8_t cards[BLOCK][8];

    if (shared) {
        load_cards(boards, 0, cards[0]);
        read_board(cards[0], boards->size, qualifier, read, space[0]);
    }
    for (size_t done = 0, block; done < count; done += block) {
        block = count - done < BLOCK ? count - done : BLOCK;
        for (size_t i = 0; !shared && i < block; i++) {
            load_cards(boards, first + done + i, cards[0]);
            read_board(cards[0], boards->size, qualifier, read + i, space[i]);
        }
        for (size_t i = 0; i < block; i++)
            load_cards(holes, first + done + i, cards[i]);
        uint16_t *high_here = high ? high + done : 0;
        uint8_t *low_here = low ? low + done : 0;
        switch (holes->size) {
        case 4: rank_block(read, shared, cards, 4, block, qualifier, high_here, low_here); break;
        case 5: rank_block(read, shared, cards, 5, block, qualifier, high_here, low_here); break;
        default: rank_block(read, shared, cards, 6, block, qualifier, high_here, low_here); break;
        }
    }
}
