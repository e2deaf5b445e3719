/* Ranks what comes through standard input with the plain kernel: rows of seven cards, or holes of four and boards of five. */
#include <stdio.h>
#include <string.h>

#include "kernels.h"

enum { MOST = 200000, OMAHA = 9, HOLE = 4 };

static uint8_t rows[MOST * OMAHA], holes[MOST * HOLE], boards[MOST * (OMAHA - HOLE)], lows[MOST];
static uint16_t ranks[MOST];

int main(int count, char **words)
{
    int size = count > 1 && strcmp(words[1], "omaha") == 0 ? OMAHA : MOST_CARDS;
    size_t hands = fread(rows, (size_t)size, MOST, stdin);
    prepare_tables();
    if (size == MOST_CARDS) {
        struct hands all = {rows, 0, size, ROWS};
        scalar_kernel.rank(&all, 0, hands, ranks);
        scalar_kernel.low(&all, 0, hands, 0xFF, lows);
    } else {
        for (size_t i = 0; i < hands; i++) {
            memcpy(boards + i * (OMAHA - HOLE), rows + i * OMAHA, OMAHA - HOLE);
            memcpy(holes + i * HOLE, rows + i * OMAHA + OMAHA - HOLE, HOLE);
        }
        struct hands hole = {holes, 0, HOLE, ROWS}, board = {boards, 0, OMAHA - HOLE, ROWS};
        omaha(&hole, &board, 0, 0, hands, (struct qualifier){0xFF, 0xFF}, ranks, lows);
    }
    return fwrite(ranks, sizeof *ranks, hands, stdout) == hands && fwrite(lows, 1, hands, stdout) == hands ? 0 : 1;
}
