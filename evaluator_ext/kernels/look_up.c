/* Hands ranked by tables that were laid out elsewhere: plain C but for the sums of fives, which a kernel may do faster. */
#include "look_up.h"

#include "lanes.h"
#include "tables.h"

enum { CARD = 63, PLANE = RANK_SETS - 1, KEY = (1 << KEY_BITS) - 1, NONE = -1, ROOM = 8 };

void prepare_steps(struct steps *steps, const uint32_t *weights)
{
    for (unsigned i = 0; i < 16; i++)
        steps->suit[i] = 1u << (KEY_BITS + COUNTER_BITS * (i & 3));
    for (unsigned i = 0; i < RANK_COUNT; i++)
        steps->rank[i] = weights[i];
    for (unsigned i = 0; i < DECK_SIZE; i++)
        steps->card[i] = steps->rank[i >> 2] + steps->suit[i & 3];
}

static inline uint16_t by_ranks(const struct look_up *tables, uint32_t total)
{
    uint32_t key = total & KEY;
    return tables->mixed[tables->shifts[key >> COLUMN_BITS] + (key & (COLUMN_COUNT - 1))];
}

/* The top bit of the counter of the suit that has `enough` cards, three to five, which are all or all but one. */
static inline uint32_t find_suit(uint32_t total, int enough)
{
    uint32_t ones = total << 2, twos = total << 1;
    return (enough == 4 ? total : enough == 3 ? ones & twos : total & ones) & COUNTER_TOPS;
}

/* The rank of the hand but for the cards at two places, when so many are of the suit with this counter; `best` is what
 * the ranks alone are worth. */
static inline uint16_t rank_suited(const struct look_up *tables, const uint8_t *cards, int count, int one, int other,
                                   uint32_t flag, uint16_t best)
{
    unsigned suit = (unsigned)(__builtin_ctz(flag) - KEY_BITS) / COUNTER_BITS, ranks = 0, side = 0;
    int held = 0;
    for (int i = 0; i < count; i++) {
        unsigned playing = i != one && i != other, match = playing & ((cards[i] & 3u) == suit);
        ranks |= match << (cards[i] >> 2);
        side |= (playing & ~match & 1) * (cards[i] >> 2);
        held += (int)match;
    }
    ranks &= PLANE;
    if (held == tables->size)
        return tables->suited[ranks];
    uint16_t four = tables->four_suited[(held == 4 ? place[ranks] : 0) * RANK_COUNT + side % RANK_COUNT];
    return four > best ? four : best;
}

static inline uint16_t rank_total(const struct look_up *tables, uint32_t total, const uint8_t *cards, int count,
                                  int one, int other)
{
    uint16_t rank = by_ranks(tables, total);
    uint32_t flag = tables->enough ? find_suit(total, tables->enough) : 0;
    return flag ? rank_suited(tables, cards, count, one, other, flag, rank) : rank;
}

/* The best of all choices of `size` cards, which leave out two at most. */
static uint16_t rank_hand(const struct look_up *tables, const uint8_t *cards, int count)
{
    const uint32_t *step = tables->steps.card;
    uint32_t total = 0;
    uint16_t best = 0;
    for (int i = 0; i < count; i++)
        total += step[cards[i]];
    if (count == tables->size)
        return rank_total(tables, total, cards, count, NONE, NONE);
    for (int one = 0; one < count; one++) {
        uint32_t less = total - step[cards[one]];
        for (int other = count == tables->size + 1 ? NONE : 0; other < one; other++) {
            uint32_t least = other == NONE ? less : less - step[cards[other]];
            uint16_t rank = rank_total(tables, least, cards, count, one, other);
            best = rank > best ? rank : best;
            if (other == NONE)
                break;
        }
    }
    return best;
}

static inline void copy_hand(const struct dealt *dealt, size_t index, int count, uint8_t *cards)
{
    const uint8_t *card = dealt->cards + index * dealt->hand_step;
    for (int i = 0; i < count; i++)
        cards[i] = card[(size_t)i * dealt->card_step] & CARD;
}

void add_up_plain(const struct hands *hands, size_t first, const struct steps *steps, uint32_t *totals)
{
    const uint8_t *card = (const uint8_t *)hands->data + (hands->layout == ROWS ? FIVE * first : first);
    const uint32_t *step = steps->card;
    if (hands->layout == ROWS)
        for (int i = 0; i < BLOCK; i++, card += FIVE)
            totals[i] = step[card[0] & CARD] + step[card[1] & CARD] + step[card[2] & CARD] + step[card[3] & CARD] +
                        step[card[4] & CARD];
    else
        for (int i = 0; i < BLOCK; i++, card++)
            totals[i] = step[card[0] & CARD] + step[card[hands->stride] & CARD] + step[card[2 * hands->stride] & CARD] +
                        step[card[3 * hands->stride] & CARD] + step[card[4 * hands->stride] & CARD];
}

/* Hands of five from their totals: all by ranks, then again those with four or five of a suit. */
static inline void rank_totals(const struct look_up *tables, const struct dealt *dealt, size_t first, size_t count,
                               const uint32_t *totals, uint16_t *ranks)
{
    uint8_t again[BLOCK], cards[FIVE];
    int others = 0;
    for (size_t i = 0; i < count; i++) {
        ranks[i] = by_ranks(tables, totals[i]);
        again[others] = (uint8_t)i;
        others += find_suit(totals[i], tables->enough) != 0;
    }
    for (int i = 0; tables->enough && i < others; i++) {
        size_t hand = again[i];
        copy_hand(dealt, first + hand, FIVE, cards);
        ranks[hand] = rank_suited(tables, cards, FIVE, NONE, NONE, find_suit(totals[hand], tables->enough), ranks[hand]);
    }
}

static void rank_fives(const struct kernel *kernel, const struct look_up *tables, const struct dealt *dealt,
                       size_t first, size_t end, uint16_t *ranks)
{
    const bool rows = dealt->card_step == 1;
    const struct hands hands = {dealt->cards, dealt->card_step, FIVE, rows ? ROWS : COLUMNS};
    uint32_t totals[BLOCK];
    uint8_t space[BLOCK * 8];
    for (size_t i = first; i < end; i += BLOCK) {
        size_t count = end - i < BLOCK ? end - i : BLOCK;
        struct hands copy = hands;
        if (count < BLOCK)
            copy = copy_hands(&hands, i, count, space);
        kernel->add_up(&copy, count < BLOCK ? 0 : i, &tables->steps, totals);
        rank_totals(tables, dealt, i, count, totals, ranks + i);
    }
}

/* Break ties by the highest suit among the cards of the rank that decides. */
static void add_suits(const struct look_up *tables, const struct dealt *dealt, size_t first, size_t end,
                      uint16_t *ranks)
{
    uint8_t cards[ROOM];
    for (size_t i = first; i < end; i++) {
        uint8_t rank = tables->decider[ranks[i]];
        uint16_t highest = 0;
        copy_hand(dealt, i, dealt->count, cards);
        for (int j = 0; j < dealt->count; j++)
            if ((rank == ANY_RANK || cards[j] >> 2 == rank) && (cards[j] & 3) > highest)
                highest = cards[j] & 3;
        ranks[i] = (uint16_t)(tables->offset[ranks[i]] + highest);
    }
}

void rank_by_look_up(const struct kernel *kernel, const struct look_up *tables, const struct dealt *dealt, size_t first,
                     size_t end, uint16_t *ranks)
{
    uint8_t cards[ROOM];
    if (dealt->count == FIVE && tables->size == FIVE)
        rank_fives(kernel, tables, dealt, first, end, ranks);
    else
        for (size_t i = first; i < end; i++) {
            copy_hand(dealt, i, dealt->count, cards);
            ranks[i] = rank_hand(tables, cards, dealt->count);
        }
    if (tables->decider)
        add_suits(tables, dealt, first, end, ranks);
}

size_t first_wrong(const struct dealt *dealt, uint64_t deck, size_t first, size_t end)
{
    const uint8_t *hand = dealt->cards + first * dealt->hand_step;
    for (size_t i = first; i < end; i++, hand += dealt->hand_step) {
        uint64_t seen = 0, wrong = 0;
        for (int j = 0; j < dealt->count; j++) {
            uint8_t card = hand[(size_t)j * dealt->card_step];
            uint64_t bit = (uint64_t)1 << (card & CARD);
            wrong |= (uint64_t)(card >> 6) | (seen & bit);
            seen |= bit;
        }
        if (wrong | (seen & ~deck))
            return i;
    }
    return end;
}
