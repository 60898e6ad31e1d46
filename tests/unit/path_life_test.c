/* Life of a memory path: its creation finishes the configuration, and its reset is in place. */
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>

#include <cmocka.h>

#include <string.h>

#include "common/splitmix64.h"
#include "machine/dram_device.h"
#include "test_machine.h"

/* Of AddressSanitizer's run time: calls the two for every allocation and release from now on; 0: no room for them. */
int __sanitizer_install_malloc_and_free_hooks(void (*allocated)(const volatile void *memory, size_t bytes),
                                              void (*released)(const volatile void *memory));

/* rs_path_create() finishes a copy of its own; what it refuses it names, with the code of bad input. */
static void creation_finishes_the_configuration(void **state)
{
    static const struct {
        size_t field;
        uint32_t value;
    } changes[] = {
        {offsetof(rs_config, flit_bits), 128}, {offsetof(rs_config, channels), 4}, {offsetof(rs_config, chips), 1},
        {offsetof(rs_config, top), RS_TOP_GPU}, {offsetof(rs_config, miss_table), 1}, {offsetof(rs_config, banks), 8},
    };
    rs_config config, finished;
    rs_error error = {""};

    (void)state;
    memset(&config, 0, sizeof config);
    assert_null(rs_path_create(&config, &error));
    assert_int_equal(error.code, RS_ERROR_INPUT);
    assert_null(rs_path_create(&config, NULL));
    for (size_t i = 0; i < sizeof changes / sizeof changes[0]; i++) {
        rs_config_default(&config);
        memcpy((char *)&config + changes[i].field, &changes[i].value, sizeof changes[i].value);
        assert_false(rs_config_is_finished(&config, &error));
        finished = config;
        assert_true(rs_config_finish(&finished, &error));
        rs_path *path = rs_path_create(&config, &error);
        assert_non_null(path);
        assert_memory_equal(rs_path_config(path), &finished, sizeof finished);
        rs_path_destroy(path);
    }
    rs_config_default(&config);
    config.queue = 24;
    assert_null(rs_path_create(&config, &error));
    assert_int_equal(error.code, RS_ERROR_INPUT);
    assert_non_null(strstr(error.text, "found QUEUE = 24, expected a power of two"));
}

/* Reads and writes at random from every SM, replies taken at random, a DRAM behind the path; the outputs, as one number. */
static uint64_t run(rs_path *path, const rs_config *config, uint64_t random, uint32_t cycles)
{
    static rs_path_inputs inputs;
    uint32_t flits_left[RS_MAX_SMS] = {0};
    uint64_t hash = 0;
    rs_dram_return returns[RS_MAX_CHANNELS];
    rs_error error = {""};
    rs_dram_device *device = rs_dram_device_create(config, &error);

    assert_non_null(device);
    memset(returns, 0, sizeof returns);
    memset(&inputs, 0, sizeof inputs);
    for (uint32_t cycle = 0; cycle < cycles; cycle++) {
        const rs_path_outputs *out = rs_path_outputs_now(path);
        inputs.reply_ready.word[0] = rs_splitmix64(&random);
        for (uint32_t sm = 0; sm < config->sms; sm++) {
            rs_flit *flit = &inputs.request[sm];
            if ((inputs.request_valid.word[0] >> sm & 1) == 0) {
                const uint64_t draw = rs_splitmix64(&random);
                const bool write = (draw & 4) != 0;
                if (flits_left[sm] == 0 && (draw & 3) == 0) {
                    memset(flit, 0, sizeof *flit);
                    flit->head = true;
                    flit->tail = !write;
                    flit->header = rs_request_header(config, (draw >> 8) % (UINT64_C(1) << config->map.address_bits), write, 0);
                    flits_left[sm] = write ? 3 : 1;
                    inputs.request_valid.word[0] |= UINT64_C(1) << sm;
                } else if (flits_left[sm] != 0) {
                    memset(flit, 0, sizeof *flit);
                    flit->data[0] = (uint32_t)draw;
                    flit->tail = flits_left[sm] == 1;
                    inputs.request_valid.word[0] |= UINT64_C(1) << sm;
                }
            }
        }
        const uint64_t moving = inputs.request_valid.word[0] & out->request_ready.word[0];
        hash = rs_splitmix64_mix(hash ^ out->request_ready.word[0] ^ out->reply_valid.word[0] << 1) ^ (uint64_t)out->idle << 63;
        for (uint32_t channel = 0; channel < config->channels; channel++) {
            const rs_dram_pins *pins = &out->dram[channel];
            hash = rs_splitmix64_mix(hash + (pins->command | (uint64_t)pins->bank << 4 | (uint64_t)pins->address << 8 |
                                             (uint64_t)out->accept[channel].valid << 40)) + out->accept[channel].line;
        }
        assert_true(rs_dram_device_step(device, out->dram, out->commands, returns));
        rs_path_step(path, &inputs);
        memcpy(inputs.dram, returns, sizeof returns);
        for (uint32_t sm = 0; sm < config->sms; sm++) {
            flits_left[sm] -= (uint32_t)(moving >> sm & 1);
        }
        inputs.request_valid.word[0] &= ~moving;
    }
    rs_dram_device_destroy(device);
    return hash;
}

static uint64_t allocations;

static void count_allocation(const volatile void *memory, size_t bytes)
{
    (void)memory;
    (void)bytes;
    allocations++;
}

static void ignore_release(const volatile void *memory)
{
    (void)memory;
}

/* After a reset in the middle of traffic the path does what a new one does, and the reset has taken no memory. */
static void reset_is_in_place(void **state)
{
    static const char *const machines[] = {"BFIFO+RMHG/L4/G", "FR-FCFS", "FIFO+HMHG4"};

    (void)state;
    assert_true(__sanitizer_install_malloc_and_free_hooks(count_allocation, ignore_release) != 0);
    for (size_t i = 0; i < sizeof machines / sizeof machines[0]; i++) {
        for (uint32_t vcs = 1; vcs <= 2; vcs++) {
            rs_error error = {""};
            rs_config config;
            rs_config_default(&config);
            config.sms = 6;
            assert_true(rs_config_machine(&config, machines[i], &error));
            config.vcs = vcs;
            config.channels = 4;
            config = finish_machine(config);
            rs_path *path = rs_path_create(&config, &error);
            assert_non_null(path);
            const uint64_t expected = run(path, &config, 1, 2000);
            const uint64_t other = run(path, &config, 2, 1777);
            assert_true(expected != other);
            const uint64_t before = allocations;
            rs_path_reset(path);
            assert_int_equal(allocations, before);
            assert_int_equal(run(path, &config, 1, 2000), expected);
            rs_path_destroy(path);
            assert_true(before != 0);
        }
    }
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(creation_finishes_the_configuration),
        cmocka_unit_test(reset_is_in_place),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
