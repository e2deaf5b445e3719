/* Exactly two cards from the hole and three from the board, high and low.
 *
 * Suits aside, a hand's value depends only on the ranks of the board and those of two hole cards: one row of a table
 * for the board, and in it one value for each pair, whether the hole has four cards, five or six. A flush needs three
 * of a suit on the board, which only one suit can have, and two in the hole.
 */
#include <string.h>

#include "kernels.h"
#include "tables.h"

enum { PLANE = RANK_SETS - 1, WHEEL = 0x100F, ROOM = 8, FIRST_COUNTER = 32 };

/* The top bit of a counter after those of the four suits. */
#define NO_FLUSH_BIT ((uint64_t)1 << 51)

/* What a board means to every hole. */
struct board {
    const uint16_t *by_pair;
    const uint8_t *cards;
    uint8_t size;
    uint8_t suit; /* the suit that it has three of, or one that no card has */
    uint8_t low;
};

static inline unsigned ranks_of_suit(const uint8_t *cards, int size, unsigned suit)
{
    unsigned plane = 0;
    for (int i = 0; i < size; i++)
        plane |= (unsigned)((cards[i] & 3u) == suit) << (cards[i] >> 2 & 15);
    return plane & PLANE;
}

static inline unsigned without_lowest(unsigned set)
{
    return set & (set - 1);
}

static inline unsigned two_highest(unsigned set)
{
    while (without_lowest(without_lowest(set)))
        set = without_lowest(set);
    return set;
}

static inline unsigned three_highest(unsigned set)
{
    while (without_lowest(without_lowest(without_lowest(set))))
        set = without_lowest(set);
    return set;
}

/* The best flush or straight flush of three ranks of the board and two or more of the hole, all of one suit. */
static uint16_t rank_suited(const struct board *board, const uint8_t *cards, int size)
{
    unsigned open = ranks_of_suit(board->cards, board->size, board->suit);
    unsigned hole = ranks_of_suit(cards, size, board->suit);
    if (!without_lowest(hole))
        return 0;
    if (flush_rank[open | hole] >= STRAIGHT_FLUSH)
        for (int lowest = 8; lowest >= -1; lowest--) {
            unsigned run = lowest < 0 ? WHEEL : 0x1Fu << lowest;
            if (__builtin_popcount(run & open) == 3 && __builtin_popcount(run & hole) == 2)
                return (uint16_t)(STRAIGHT_FLUSH + lowest + 1);
        }
    return flush_rank[three_highest(open) | two_highest(hole)];
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

static inline void read_board(const uint8_t *cards, int size, struct qualifier qualifier, struct board *board,
                              uint16_t *space)
{
    uint64_t key = 0x555500000000u; /* three of a suit set the top bit of its counter */
    uint8_t low = 0;
    for (int i = 0; i < size; i++) {
        key += card_key[cards[i]];
        low |= low_bit[cards[i]];
    }
    board->by_pair = size == 5 ? omaha_rank[by_key(&board_number, (uint32_t)(key & KEY_MASK))]
                               : fill_short_board(cards, size, space);
    __builtin_prefetch(board->by_pair);
    __builtin_prefetch(board->by_pair + 32);
    __builtin_prefetch(board->by_pair + 64);
    board->suit = (uint8_t)((__builtin_ctzll((key & FLUSH_BITS) | NO_FLUSH_BIT) - 32) / 4);
    board->cards = cards;
    board->size = (uint8_t)size;
    uint8_t counting = low & qualifier.board;
    board->low = without_lowest(without_lowest(counting)) ? low & qualifier.hand : 0;
}

static inline uint16_t rank_hole(const struct board *board, const uint8_t *cards, int size)
{
    unsigned ranks[MOST_HOLE];
    uint64_t suits = 0;
    uint16_t best = 0;
    for (int i = 0; i < size; i++) {
        ranks[i] = cards[i] >> 2 & 15;
        suits += card_key[cards[i]];
    }
    for (int i = 1; i < size; i++)
        for (int j = 0; j < i; j++) {
            uint16_t value = board->by_pair[pair_number[ranks[i] << 4 | ranks[j]]];
            best = value > best ? value : best;
        }
    if (__builtin_expect((suits >> (FIRST_COUNTER + 4 * board->suit) & 15) > 1, 0)) {
        uint16_t suited = rank_suited(board, cards, size);
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

static inline void rank_block(const struct board *boards, int shared, uint8_t (*cards)[ROOM], int size, size_t count,
                              struct qualifier qualifier, uint16_t *high, uint8_t *low)
{
    for (size_t i = 0; high && i < count; i++)
        high[i] = rank_hole(boards + (shared ? 0 : i), cards[i], size);
    for (size_t i = 0; low && i < count; i++)
        low[i] = low_hole(boards + (shared ? 0 : i), cards[i], size, qualifier);
}

static inline void copy_rows(const uint8_t *rows, int size, size_t count, uint8_t (*cards)[ROOM])
{
    for (size_t i = 0; i < count; i++)
        memcpy(cards[i], rows + i * (size_t)size, (size_t)size);
}

/* The cards of a block of hands, each hand in eight bytes. */
static void read_block(const struct hands *hands, size_t first, size_t count, uint8_t (*cards)[ROOM])
{
    const uint8_t *bytes = hands->data;
    if (hands->layout != ROWS) {
        for (size_t i = 0; i < count; i++)
            load_cards(hands, first + i, cards[i]);
        return;
    }
    switch (hands->size) {
    case 3: copy_rows(bytes + 3 * first, 3, count, cards); break;
    case 4: copy_rows(bytes + 4 * first, 4, count, cards); break;
    case 5: copy_rows(bytes + 5 * first, 5, count, cards); break;
    default: copy_rows(bytes + 6 * first, 6, count, cards); break;
    }
}

void omaha(const struct hands *holes, const struct hands *boards, int shared, size_t first, size_t count,
           struct qualifier qualifier, uint16_t *high, uint8_t *low)
{
    struct board read[BLOCK];
    uint16_t space[BLOCK][PAIR_STRIDE];
    uint8_t cards[BLOCK][ROOM], board_cards[BLOCK][ROOM];

    if (shared) {
        load_cards(boards, 0, board_cards[0]);
        read_board(board_cards[0], boards->size, qualifier, read, space[0]);
    }
    for (size_t done = 0, block; done < count; done += block) {
        block = count - done < BLOCK ? count - done : BLOCK;
        if (!shared) {
            read_block(boards, first + done, block, board_cards);
            for (size_t i = 0; i < block && boards->size == 5; i++)
                read_board(board_cards[i], 5, qualifier, read + i, space[i]);
            for (size_t i = 0; i < block && boards->size != 5; i++)
                read_board(board_cards[i], boards->size, qualifier, read + i, space[i]);
        }
        read_block(holes, first + done, block, cards);
        uint16_t *high_here = high ? high + done : 0;
        uint8_t *low_here = low ? low + done : 0;
        switch (holes->size) {
        case 4: rank_block(read, shared, cards, 4, block, qualifier, high_here, low_here); break;
        case 5: rank_block(read, shared, cards, 5, block, qualifier, high_here, low_here); break;
        default: rank_block(read, shared, cards, 6, block, qualifier, high_here, low_here); break;
        }
    }
}
