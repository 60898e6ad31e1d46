/* pairwise LIST SEED COUNT FOLDER: configurations in which every two values of two keys stand together at least once.
 *
 * LIST (tests/pairwise/README.md) names a file of keys to start from and the top module, the keys, and of each a few values; a key may be without effect
 * ("if OTHER VALUES") while another one has none of the VALUES, and then takes its first value and counts in no pair.
 * A configuration is legal when rs_config_finish takes it. Chosen greedily, the first of the candidates that brings most new
 * pairs; the same SEED gives the same configurations. COUNT limits them, 0 does not.
 * Writes FOLDER/NN.cfg from 01 on and FOLDER/refused: the pairs that no legal configuration was found for, each with the reason that
 * rs_config_finish gave last. Prints one line of numbers. Exit 0, or 2 with one line on stderr. */
#include <inttypes.h>
#include <stdlib.h>
#include <string.h>

#include "common/splitmix64.h"
#include "rowstreak.h"

enum { KEYS = 64, VALUES = 6, CANDIDATES = 40, REPAIRS = 400, WORDS = 24 };

typedef struct pairwise_key {
    char name[32], value[VALUES][96];
    int values;
    int condition;      /* key that must have one of these values, -1: none */
    unsigned condition_values; /* a bit a value */
} pairwise_key;

static pairwise_key keys[KEYS];
static int key_count;
static bool covered[KEYS][VALUES][KEYS][VALUES], refused[KEYS][VALUES][KEYS][VALUES];
static int apart; /* pairs refused because one of the values has no effect beside the other */
static rs_config base;
static uint64_t random_state;

static void stop(const char *file, unsigned line, const char *found, const char *expected)
{
    fprintf(stderr, "%s:%u: found %s, expected %s\n", file, line, found, expected);
    exit(2);
}

static int value_of(const pairwise_key *key, const char *text)
{
    for (int v = 0; v < key->values; v++)
        if (strcmp(key->value[v], text) == 0)
            return v;
    return -1;
}

static void read_condition(const char *file, unsigned line, pairwise_key *key, char **word, int words)
{
    for (key->condition = 0; key->condition < key_count && strcmp(keys[key->condition].name, word[0]) != 0;)
        key->condition++;
    if (words < 2 || key->condition == key_count)
        stop(file, line, words == 0 ? "if alone" : word[0], "if, a key of a line above, and its values");
    for (int i = 1; i < words; i++) {
        int v = value_of(&keys[key->condition], word[i]);
        if (v < 0)
            stop(file, line, word[i], "a value of the key behind if");
        key->condition_values |= 1U << v;
    }
}

static void read_key(const char *file, unsigned line, char **word, int words)
{
    pairwise_key *key = &keys[key_count];
    rs_error error;
    int at = 1;

    if (key_count == KEYS || words < 3 || strlen(word[0]) >= sizeof key->name)
        stop(file, line, word[0], "KEY and two values or more");
    strcpy(key->name, word[0]);
    key->condition = -1;
    for (; at < words && strcmp(word[at], "if") != 0; at++) {
        rs_config config = base;
        if (key->values == VALUES || strlen(word[at]) >= sizeof key->value[0])
            stop(file, line, word[at], "at most 6 values");
        if (!rs_config_set(&config, key->name, word[at], &error))
            stop(file, line, error.text, "a key and a value of it");
        strcpy(key->value[key->values++], word[at]);
    }
    if (at < words)
        read_condition(file, line, key, word + at + 1, words - at - 1);
    key_count++;
}

static void read_list(const char *path)
{
    char text[1024], *word[WORDS];
    unsigned line = 0;
    bool based = false;
    rs_error error;
    FILE *file = fopen(path, "r");

    if (file == NULL)
        stop(path, 1, "no readable file", "a list of keys and values");
    rs_config_default(&base);
    while (fgets(text, sizeof text, file) != NULL) {
        int words = 0;
        line++;
        text[strcspn(text, "#\n")] = '\0';
        for (char *part = strtok(text, " "); part != NULL && words < WORDS; part = strtok(NULL, " "))
            word[words++] = part;
        if (words == 0)
            continue;
        if (based) {
            read_key(path, line, word, words);
        } else if (words != 3 || strcmp(word[0], "base") != 0) {
            stop(path, line, word[0], "base FILE TOP");
        } else if (!rs_config_read(&base, word[1], &error)) {
            stop(path, line, error.text, "a configuration file");
        }
        if (!based)
            rs_config_top(&base.top, word[2]);
        based = true;
    }
    fclose(file);
}

static bool active(const int *chosen, int k)
{
    const pairwise_key *key = &keys[k];

    return key->condition < 0 ||
           (active(chosen, key->condition) && (key->condition_values >> chosen[key->condition] & 1) != 0);
}

/* A value that has no effect is the key's first one. */
static bool legal(const int *chosen, rs_error *error)
{
    rs_config config = base;

    for (int k = 0; k < key_count; k++)
        if (!rs_config_set(&config, keys[k].name, keys[k].value[active(chosen, k) ? chosen[k] : 0], error))
            return false;
    return rs_config_finish(&config, error);
}

static bool open_pair(const int *chosen, int a, int b)
{
    return !covered[a][chosen[a]][b][chosen[b]] && !refused[a][chosen[a]][b][chosen[b]];
}

/* Fixes the value of a key, and of those that it needs to have an effect; false when one of these has another value. */
static bool fix(int *chosen, bool *fixed, int k, int v)
{
    int needed = keys[k].condition;

    if (fixed[k])
        return chosen[k] == v;
    chosen[k] = v;
    fixed[k] = true;
    if (needed < 0)
        return true;
    if (fixed[needed])
        return (keys[k].condition_values >> chosen[needed] & 1) != 0;
    for (;;) {
        int value = (int)rs_random_below(&random_state, (uint32_t)keys[needed].values);
        if ((keys[k].condition_values >> value & 1) != 0)
            return fix(chosen, fixed, needed, value);
    }
}

/* The other keys in random order, each with the value that makes most new pairs with those that have theirs. */
static void fill(int *chosen, const bool *fixed)
{
    bool done[KEYS];
    int left = 0, order[KEYS];

    memcpy(done, fixed, sizeof done);
    for (int k = 0; k < key_count; k++)
        if (!done[k])
            order[left++] = k;
    while (left > 0) {
        int at = (int)rs_random_below(&random_state, (uint32_t)left), k = order[at], best = -1, most = -1;
        int first = (int)rs_random_below(&random_state, (uint32_t)keys[k].values);
        order[at] = order[--left];
        for (int i = 0; i < keys[k].values; i++) {
            int fresh = 0;
            chosen[k] = (first + i) % keys[k].values;
            for (int other = 0; other < key_count; other++)
                if (done[other])
                    fresh += other < k ? open_pair(chosen, other, k) : open_pair(chosen, k, other);
            if (fresh > most) {
                most = fresh;
                best = chosen[k];
            }
        }
        chosen[k] = best;
        done[k] = true;
    }
}

/* Draws again, or takes the first value of, a key that is not fixed, preferably one that the refusal names. */
static bool repair(int *chosen, const bool *fixed, rs_error *error)
{
    for (int i = 0; i < REPAIRS; i++) {
        int named[KEYS], count = 0, k;
        if (legal(chosen, error))
            return true;
        for (k = 0; k < key_count; k++)
            if (!fixed[k] && (strstr(error->text, keys[k].name) != NULL || rs_random_below(&random_state, 16) == 0))
                named[count++] = k;
        if (count == 0)
            continue;
        k = named[rs_random_below(&random_state, (uint32_t)count)];
        chosen[k] = rs_random_below(&random_state, 3) == 0 ? 0 : (int)rs_random_below(&random_state, (uint32_t)keys[k].values);
    }
    return legal(chosen, error);
}

static int new_pairs(const int *chosen)
{
    int count = 0;

    for (int a = 0; a < key_count; a++)
        for (int b = a + 1; b < key_count && active(chosen, a); b++)
            count += active(chosen, b) && open_pair(chosen, a, b);
    return count;
}

/* A legal configuration with the pair; its reason when there is none. */
static bool candidate(int *chosen, int a, int va, int b, int vb, rs_error *error)
{
    for (int attempt = 0; attempt < 6; attempt++) {
        bool fixed[KEYS] = {false};
        memset(chosen, 0, sizeof(int[KEYS]));
        if (!fix(chosen, fixed, a, va) || !fix(chosen, fixed, b, vb)) {
            error->text[0] = '\0'; /* one of the two has no effect beside the other */
            continue;
        }
        if (attempt < 4)
            fill(chosen, fixed);
        if (repair(chosen, fixed, error))
            return true;
    }
    return false;
}

/* A pair to begin with, at random; the pairs that turn out to be refused are noted. False when none is open. */
static bool choose(int *best, FILE *refusals)
{
    int most = 0;

    for (int i = 0; i < CANDIDATES; i++) {
        int chosen[KEYS], a = 0, b = 0, va = 0, vb = 0;
        uint32_t seen = 0;
        rs_error error;
        for (int k = 0; k < key_count; k++)
            for (int l = k + 1; l < key_count; l++)
                for (int v = 0; v < keys[k].values; v++)
                    for (int w = 0; w < keys[l].values; w++)
                        if (!covered[k][v][l][w] && !refused[k][v][l][w] && rs_random_below(&random_state, ++seen) == 0)
                            a = k, b = l, va = v, vb = w;
        if (seen == 0)
            break;
        if (!candidate(chosen, a, va, b, vb, &error)) {
            refused[a][va][b][vb] = true;
            if (error.text[0] == '\0')
                apart++;
            else
                fprintf(refusals, "%s = %s with %s = %s: %s\n", keys[a].name, keys[a].value[va], keys[b].name, keys[b].value[vb], error.text);
            i--;
        } else if (new_pairs(chosen) > most) {
            most = new_pairs(chosen);
            memcpy(best, chosen, sizeof chosen);
        }
    }
    return most > 0;
}

static FILE *create(const char *folder, const char *name)
{
    char path[512];
    FILE *file;

    snprintf(path, sizeof path, "%s/%s", folder, name);
    file = fopen(path, "w");
    if (file == NULL)
        stop(path, 1, "no writable file", "one");
    return file;
}

static void write_configuration(const char *folder, int number, const int *chosen, const char *list)
{
    char name[32], text[1024], *rest;
    FILE *file, *from = fopen(list, "r");

    snprintf(name, sizeof name, "%02d.cfg", number);
    file = create(folder, name);
    while (from != NULL && fgets(text, sizeof text, from) != NULL)
        if (strncmp(text, "base ", 5) == 0 && (rest = strtok(text + 5, " \n")) != NULL) {
            FILE *start = fopen(rest, "r");
            while (start != NULL && fgets(text, sizeof text, start) != NULL)
                fputs(text, file);
            if (start != NULL)
                fclose(start);
            break;
        }
    if (from != NULL)
        fclose(from);
    for (int k = 0; k < key_count; k++)
        fprintf(file, "%s = %s\n", keys[k].name, keys[k].value[active(chosen, k) ? chosen[k] : 0]);
    if (fclose(file) != 0)
        stop(name, 1, "a write error", "none");
}

int main(int argc, char **argv)
{
    int chosen[KEYS], number = 0, total = 0, done = 0, out = 0;
    FILE *refusals;

    if (argc != 5)
        stop("pairwise", 1, "other arguments", "LIST SEED COUNT FOLDER");
    random_state = strtoull(argv[2], NULL, 10);
    read_list(argv[1]);
    refusals = create(argv[4], "refused");
    while ((atoi(argv[3]) == 0 || number < atoi(argv[3])) && choose(chosen, refusals)) {
        for (int a = 0; a < key_count; a++)
            for (int b = a + 1; b < key_count && active(chosen, a); b++)
                if (active(chosen, b))
                    covered[a][chosen[a]][b][chosen[b]] = true;
        write_configuration(argv[4], ++number, chosen, argv[1]);
    }
    for (int a = 0; a < key_count; a++)
        for (int b = a + 1; b < key_count; b++)
            for (int va = 0; va < keys[a].values; va++)
                for (int vb = 0; vb < keys[b].values; vb++) {
                    total++;
                    done += covered[a][va][b][vb];
                    out += refused[a][va][b][vb];
                }
    printf("%s: %d configurations have %d of the %d pairs of values of %d keys; %d pairs are illegal (%s/refused), %d left out\n", argv[1],
           number, done, total - apart, key_count, out - apart, argv[4], total - done - out);
    if (fclose(refusals) != 0)
        stop(argv[4], 1, "a write error", "none");
    return 0;
}
