/* Badugi: the most cards of four that differ in rank and suit, then the lowest of them, ace lowest. */
#include "look_up.h"
#include "tables.h"

enum { SIZE = 4, CHOICES = 1 << SIZE, SUIT_SHIFT = 16 };

/* A bit for the rank of a card and one for its suit. */
static inline uint32_t bits_of(uint8_t card)
{
    unsigned rank = card < DECK_SIZE ? (card / 4u + 1) % RANK_COUNT : 0;
    return 1u << rank | 1u << (SUIT_SHIFT + (card & 3));
}

/* The best of all choices without two cards of one rank or suit; each is a smaller choice and one card more. */
static inline uint16_t rank_choices(const uint32_t *bits)
{
    uint32_t held[CHOICES] = {0}, clash[CHOICES] = {0};
    uint16_t best = 0;
    for (unsigned choice = 1; choice < CHOICES; choice++) {
        unsigned card = (unsigned)__builtin_ctz(choice), rest = choice & (choice - 1);
        clash[choice] = clash[rest] | (held[rest] & bits[card]);
        held[choice] = held[rest] | bits[card];
        uint16_t rank = badugi_rank[held[choice] & (RANK_SETS - 1)];
        rank = clash[choice] ? 0 : rank;
        best = rank > best ? rank : best;
    }
    return best;
}

void rank_badugi(const struct dealt *dealt, size_t first, size_t end, uint16_t *ranks)
{
    for (size_t i = first; i < end; i++) {
        const uint8_t *card = dealt->cards + i * dealt->hand_step;
        uint32_t bits[SIZE];
        for (int j = 0; j < SIZE; j++)
            bits[j] = bits_of(card[(size_t)j * dealt->card_step]);
        ranks[i] = rank_choices(bits);
    }
}
