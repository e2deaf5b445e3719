/* Ranks what comes through standard input with the plain kernel: rows of seven cards; holes of four and boards of five;
 * or, behind the weights and tables of a ranking, rows of five. */
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "kernels.h"
#include "look_up.h"

enum { MOST = 200000, OMAHA = 9, HOLE = 4 };

static uint8_t rows[MOST * OMAHA], holes[MOST * HOLE], boards[MOST * (OMAHA - HOLE)], lows[MOST];
static uint16_t ranks[MOST];

static uint16_t *read_table(void)
{
    uint32_t length;
    if (fread(&length, sizeof length, 1, stdin) != 1)
        exit(1);
    uint16_t *table = malloc(length * sizeof *table);
    if (!table || fread(table, sizeof *table, length, stdin) != length)
        exit(1);
    return table;
}

static int rank_by_tables(void)
{
    uint32_t weights[RANK_COUNT];
    struct look_up tables = {.size = FIVE, .enough = 4};
    if (fread(weights, sizeof weights, 1, stdin) != 1)
        return 1;
    tables.shifts = read_table();
    tables.mixed = read_table();
    tables.suited = read_table();
    tables.four_suited = read_table();
    prepare_steps(&tables.steps, weights);
    size_t hands = fread(rows, FIVE, MOST, stdin);
    struct dealt dealt = {rows, FIVE, 1, FIVE};
    rank_by_look_up(&scalar_kernel, &tables, &dealt, 0, hands, ranks);
    return fwrite(ranks, sizeof *ranks, hands, stdout) == hands ? 0 : 1;
}

int main(int count, char **words)
{
    int size = count > 1 && strcmp(words[1], "omaha") == 0 ? OMAHA : MOST_CARDS;
    prepare_tables();
    if (count > 1 && strcmp(words[1], "tables") == 0)
        return rank_by_tables();
    size_t hands = fread(rows, (size_t)size, MOST, stdin);
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
