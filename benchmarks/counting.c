/* What one would write oneself to count: the winners of sums of heaps under divide(2..6), and the lost
 * triples of heaps under a subtraction set. It is what ours is measured against by
 * `python -m benchmarks`; nothing else uses it. */
#include <stdint.h>
#include <stdlib.h>

static int by_size(const void *a, const void *b) {
    int64_t x = *(const int64_t *)a, y = *(const int64_t *)b;
    return (x > y) - (x < y);
}

/* The last i with starts[i] <= n. */
static long interval(const int64_t *starts, long count, int64_t n) {
    long low = 0;
    while (count > 1) {
        long half = count / 2;
        low += starts[low + half] <= n ? half : 0;
        count -= half;
    }
    return low;
}

/* The nim-sum of each game of `heaps` heaps below `largest`: the intervals of equal value begin at 0
 * and at numbers 2^a * 3^b * 5^c; each heap is bisected. */
void division_games(const int64_t *sizes, long games, long heaps, int64_t largest, int64_t *sums) {
    static int64_t starts[100000];
    static uint8_t values[100000];
    long count = 1;
    starts[0] = 0;
    for (int64_t a = 1; a < largest; a *= 2) {
        for (int64_t b = a; b < largest; b *= 3) {
            for (int64_t c = b; c < largest; c *= 5) {
                starts[count++] = c;
                if (c > largest / 5) break;
            }
            if (b > largest / 3) break;
        }
        if (a > largest / 2) break;
    }
    qsort(starts, count, sizeof *starts, by_size);
    for (long i = 1; i < count; i++) {
        uint32_t seen = 0;
        for (int64_t d = 2; d <= 6; d++) seen |= 1u << values[interval(starts, i, starts[i] / d)];
        values[i] = __builtin_ctz(~seen);
    }
    for (long g = 0; g < games; g++) {
        int64_t sum = 0;
        for (long h = 0; h < heaps; h++) sum ^= values[interval(starts, count, sizes[g * heaps + h])];
        sums[g] = sum;
    }
}

/* How many a <= b <= c < stop have G(a) ^ G(b) ^ G(c) = 0, from the definition on. */
int64_t lost_triples(long stop, const long *set, long members) {
    enum { MOST = 4096 };
    static long stamps[MOST];
    int64_t often[MOST] = {0}, total = 0;
    uint16_t *values = malloc(stop * sizeof *values);
    for (long n = 0; n < stop; n++) {
        long value = 0;
        for (long i = 0; i < members && set[i] <= n; i++) stamps[values[n - set[i]]] = n + 1;
        while (stamps[value] == n + 1) value++;
        values[n] = value;
        often[value]++;
    }
    for (long v = 0; v < MOST; v++) stamps[v] = 0;
    free(values);
    for (long u = 0; u < MOST; u++) {
        if (!often[u]) continue;
        for (long v = u; v < MOST; v++) {
            long w = u ^ v;
            if (!often[v] || w < v || !often[w]) continue;
            if (u == v && v == w)
                total += often[u] * (often[u] + 1) / 2 * (often[u] + 2) / 3;
            else if (u == v)
                total += often[u] * (often[u] + 1) / 2 * often[w];
            else if (v == w)
                total += often[v] * (often[v] + 1) / 2 * often[u];
            else
                total += often[u] * often[v] * often[w];
        }
    }
    return total;
}
