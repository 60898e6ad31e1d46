/* Hash table and pool against plain arrays, under random additions and removals. */
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>

#include <cmocka.h>

#include <stdlib.h>
#include <string.h>

#include "common/hash_table.h"
#include "common/pool.h"

enum { KEYS = 6000, STEPS = 200000 };

/* Keys that lie close together, far apart, and on the same neighbourhood with other high bits. */
static uint64_t key_of(uint32_t i)
{
    switch (i % 3) {
    case 0: return i;
    case 1: return rs_splitmix64_mix(i);
    default: return (uint64_t)i << 32 | 1;
    }
}

static void table_equals_array(void **state)
{
    static uint32_t expected[KEYS];
    uint64_t random = 1, grown = 0, removed = 0;
    rs_hash_table table;

    (void)state;
    memset(expected, 0xff, sizeof expected);
    assert_true(rs_hash_table_init(&table, 0));
    for (uint32_t step = 0; step < STEPS; step++) {
        const uint32_t i = rs_random_below(&random, step < STEPS / 2 ? KEYS : KEYS / 50);
        const uint64_t before = table.mask;
        assert_int_equal(rs_hash_table_find(&table, key_of(i)), expected[i]);
        if (expected[i] == RS_NONE) {
            expected[i] = step;
            assert_true(rs_hash_table_add(&table, key_of(i), step));
        } else if (rs_random_below(&random, 4) != 0) {
            expected[i] = RS_NONE;
            rs_hash_table_remove(&table, key_of(i));
            removed++;
        }
        grown += table.mask != before;
        if (step % 1000 == 0) {
            uint64_t count = 0;
            for (uint32_t k = 0; k < KEYS; k++) {
                assert_int_equal(rs_hash_table_find(&table, key_of(k)), expected[k]);
                count += expected[k] != RS_NONE;
            }
            assert_int_equal(table.count, count);
        }
    }
    assert_true(grown >= 2 && removed > STEPS / 10);
    rs_hash_table_clear(&table);
    for (uint32_t k = 0; k < KEYS; k++) {
        assert_int_equal(rs_hash_table_find(&table, key_of(k)), RS_NONE);
    }
    rs_hash_table_free(&table);
}

typedef struct item {
    uint32_t next;
    uint64_t value[3];
} item;

/* Items keep their content while others come and go; no number is given out twice. */
static void items_stay(void **state)
{
    enum { ITEMS = 5000 };
    static bool taken[ITEMS];
    static uint64_t value[ITEMS];
    uint64_t random = 1;
    uint32_t count = 0, most = 0;
    rs_pool pool;

    (void)state;
    assert_true(rs_pool_init(&pool, sizeof(item), 0));
    for (uint32_t step = 0; step < STEPS; step++) {
        if (rs_random_below(&random, 100) < (step % 20000 < 10000 ? 60u : 45u) && count < ITEMS) {
            const uint32_t number = rs_pool_take(&pool);
            assert_true(number < ITEMS && !taken[number]);
            taken[number] = true;
            ((item *)rs_pool_item(&pool, number))->value[2] = value[number] = step;
            most = ++count > most ? count : most;
        } else {
            const uint32_t number = rs_random_below(&random, ITEMS);
            if (taken[number]) {
                assert_int_equal(((const item *)rs_pool_item(&pool, number))->value[2], value[number]);
                taken[number] = false;
                count--;
                rs_pool_give(&pool, number);
            }
        }
    }
    assert_int_equal(pool.used, most);
    assert_true(most > 2000);
    rs_pool_clear(&pool);
    assert_int_equal(rs_pool_take(&pool), 0);
    rs_pool_free(&pool);
}

static void a_bounded_pool_has_its_items_and_no_more(void **state)
{
    (void)state;
    for (uint32_t most = 1; most < 3000; most += 1 + most / 3) {
        rs_pool pool;
        assert_true(rs_pool_init(&pool, sizeof(item), most));
        for (uint32_t i = 0; i < most; i++) {
            const uint32_t number = rs_pool_take(&pool);
            assert_int_equal(number, i);
            memset(rs_pool_item(&pool, number), 0xa5, sizeof(item));
        }
        assert_int_equal(rs_pool_take(&pool), RS_NONE);
        rs_pool_give(&pool, most / 2);
        assert_int_equal(rs_pool_take(&pool), most / 2);
        assert_int_equal(rs_pool_take(&pool), RS_NONE);
        rs_pool_free(&pool);
    }
}

/* A chain against an array of the same numbers. */
static void chains_keep_their_order(void **state)
{
    enum { MOST = 40 };
    uint32_t order[MOST], count = 0;
    uint64_t random = 1;
    rs_chain chain = rs_chain_empty();
    rs_pool pool;

    (void)state;
    assert_true(rs_pool_init(&pool, sizeof(item), MOST));
    for (uint32_t step = 0; step < 20000; step++) {
        if (count < MOST && rs_random_below(&random, 2) == 0) {
            order[count] = rs_pool_take(&pool);
            rs_chain_append(&pool, &chain, order[count++]);
        } else if (count != 0) {
            const uint32_t at = rs_random_below(&random, count);
            assert_int_equal(rs_chain_remove(&pool, &chain, at == 0 ? RS_NONE : order[at - 1]), order[at]);
            rs_pool_give(&pool, order[at]);
            memmove(order + at, order + at + 1, (--count - at) * sizeof order[0]);
        }
        uint32_t number = chain.first;
        for (uint32_t i = 0; i < count; i++, number = *rs_pool_next(&pool, number)) {
            assert_int_equal(number, order[i]);
        }
        assert_int_equal(number, RS_NONE);
        assert_int_equal(chain.last, count == 0 ? RS_NONE : order[count - 1]);
    }
    rs_pool_free(&pool);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(table_equals_array),
        cmocka_unit_test(items_stay),
        cmocka_unit_test(a_bounded_pool_has_its_items_and_no_more),
        cmocka_unit_test(chains_keep_their_order),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
