/* What one would write oneself for four rules given by lists of options, each loop as in the list.
 * The kernels of `n -> [...]` are measured against it by `python -m benchmarks general`. */
#include <stdint.h>

static uint16_t mex(const int64_t *stamps, int64_t stamp) {
    uint16_t value = 0;
    while (stamps[value] == stamp) value++;
    return value;
}

/* n -> [n - k*k for k in range(1, isqrt(n) + 1)] */
void squares(uint16_t *g, long stop, int64_t *stamps) {
    for (long n = 0; n < stop; n++) {
        for (long k = 1; k * k <= n; k++) stamps[g[n - k * k]] = n + 1;
        g[n] = mex(stamps, n + 1);
    }
}

/* n -> [n - 1, n // 2, n // 3]; from 0 there is no move. */
void three(uint16_t *g, long stop, int64_t *stamps) {
    for (long n = 0; n < stop; n++) {
        if (n > 0) stamps[g[n - 1]] = stamps[g[n / 2]] = stamps[g[n / 3]] = n + 1;
        g[n] = mex(stamps, n + 1);
    }
}

/* n -> [n - 1] + [n//k for k in range(2, 7)] */
void two_lists(uint16_t *g, long stop, int64_t *stamps) {
    for (long n = 0; n < stop; n++) {
        if (n > 0) {
            stamps[g[n - 1]] = n + 1;
            for (long k = 2; k < 7; k++) stamps[g[n / k]] = n + 1;
        }
        g[n] = mex(stamps, n + 1);
    }
}

/* n -> [(a, n - a) for a in range(1, n) if 2*a != n] */
void unequal(uint16_t *g, long stop, int64_t *stamps) {
    for (long n = 0; n < stop; n++) {
        for (long a = 1; a < n; a++)
            if (2 * a != n) stamps[g[a] ^ g[n - a]] = n + 1;
        g[n] = mex(stamps, n + 1);
    }
}
