/* Configuration: what follows from the keys, and which of them agree with each other. */
#include "rowstreak.h"

#include <string.h>

static bool power_of_two(const char *key, uint32_t value, rs_error *error)
{
    if (value != 0 && (value & (value - 1)) == 0)
        return true;
    rs_error_set(error, "found %s = %u, expected a power of two", key, value);
    return false;
}

static bool derive_data_widths(rs_config *config, rs_error *error)
{
    uint32_t command_bytes = config->chips * config->bus_bytes * config->burst;

    if (command_bytes == 0 || command_bytes > RS_LINE_BYTES || RS_LINE_BYTES % command_bytes != 0) {
        rs_error_set(error, "found CHIPS * BUS_BYTES * BURST = %u, expected a divisor of %d", command_bytes,
                     RS_LINE_BYTES);
        return false;
    }
    config->columns = RS_LINE_BYTES / command_bytes;
    config->data_cycles = config->columns * config->burst_cycles;
    if (config->data_cycles < 2) {
        rs_error_set(error, "found a line in %u data-bus cycle, expected 2 or more: a flit a cycle at most (CHIPS, BUS_BYTES, "
                     "BURST, BURST_CYCLES)", config->data_cycles);
        return false;
    }
    if (2 * config->flit_bits % config->data_cycles != 0) {
        rs_error_set(error, "found 2 * FLIT_BITS = %u bits in %u data cycles, expected a whole number of bits a cycle",
                     2 * config->flit_bits, config->data_cycles);
        return false;
    }
    config->dq_bits = 2 * config->flit_bits / config->data_cycles; /* at most a flit: RS_DQ_WORDS words */
    if (config->write_mask != 0 && config->dq_bits % 8 != 0) {
        rs_error_set(error, "found WRITE_MASK = 1 with %u data bits a cycle (2 * FLIT_BITS / data cycles), expected whole bytes",
                     config->dq_bits);
        return false;
    }
    config->full_mask = config->write_mask != 0 ? UINT64_MAX >> (64 - 2 * config->flit_bits / 8) : 0;
    return true;
}

static bool check_relations(const rs_config *config, rs_error *error)
{
    if (config->bank_places != 0 &&
        ((config->bank_places & (config->bank_places - 1)) != 0 || config->bank_places > config->queue ||
         config->bank_places * config->banks < config->queue)) {
        rs_error_set(error, "found BANK_PLACES = %u, expected 0 or a power of two from QUEUE / banks = %u to QUEUE = %u",
                     config->bank_places, config->queue / config->banks, config->queue);
        return false;
    }
    if (config->queue < config->banks) {
        rs_error_set(error, "found QUEUE = %u, expected at least the %u banks of ADDRESS_MAP", config->queue,
                     config->banks);
        return false;
    }
    if (config->in_flight > UINT32_C(1) << config->tag_bits) {
        rs_error_set(error, "found IN_FLIGHT = %u, expected at most 2^TAG_BITS = %u", config->in_flight,
                     UINT32_C(1) << config->tag_bits);
        return false;
    }
    if (config->wait_guard != 0 && config->hold_limit == 0) {
        rs_error_set(error, "found WAIT_GUARD = 1 with HOLD_LIMIT = 0, expected HOLD_LIMIT >= 1");
        return false;
    }
    if (config->hold_policy == RS_HOLD_HMHG && config->hash_bits > config->map.row_bits) {
        rs_error_set(error, "found HASH_BITS = %u, expected at most the %u row bits of ADDRESS_MAP", config->hash_bits,
                     config->map.row_bits);
        return false;
    }
    if (config->t_ccd < config->burst_cycles) {
        rs_error_set(error, "found T_CCD = %u, expected at least BURST_CYCLES = %u", config->t_ccd,
                     config->burst_cycles);
        return false;
    }
    if (config->t_rtw + config->wl < config->cl + config->burst_cycles) {
        rs_error_set(error, "found T_RTW = %u, expected at least CL + BURST_CYCLES - WL = %u", config->t_rtw,
                     config->cl + config->burst_cycles - config->wl);
        return false;
    }
    return true;
}

static uint32_t longer(uint32_t a, uint32_t b)
{
    return a > b ? a : b;
}

/* Cycles between two column commands at least. */
static uint32_t column_distance(const rs_config *config)
{
    return longer(config->t_ccd, config->burst_cycles);
}

/* And the most that two of one bank group may have to be apart. */
static uint32_t column_distance_in_group(const rs_config *config)
{
    return longer(column_distance(config), config->bank_groups > 1 ? longer(config->t_ccd_l, config->t_ccd_l_wr) : 0);
}

/* The bounds on T_REFI are those of rtl/dram/rs_refresh.v: time to close the banks, refresh, and serve; of one bank, to close it
 * before the next one's turn. */
static bool check_refresh(const rs_config *config, rs_error *error)
{
    const bool each = config->refresh == RS_REFRESH_BANK;
    const uint32_t write_end = config->wl + config->burst_cycles;
    const uint32_t column = column_distance_in_group(config) + (config->pair != 0 ? column_distance(config) : 0);
    const uint32_t closing = config->columns * column + longer(longer(config->t_ras, config->t_rtp), write_end + config->t_wr) +
                             (each ? longer(config->t_rrd, config->t_rrefd) : config->banks) + longer(config->t_rp, config->t_rc);
    const uint32_t serve = (each ? config->t_rfc_pb : config->t_rfc) + config->t_faw + config->t_rcd +
                           longer(config->t_rtw, write_end + longer(config->t_wtr, config->bank_groups > 1 ? config->t_wtr_l : 0)) + 1;

    if (config->t_refi == 0)
        return true;
    if (config->t_refi < closing + serve) {
        rs_error_set(error, "found T_REFI = %u, expected 0 or at least %u cycles to close the banks, refresh and serve a "
                     "request", config->t_refi, closing + serve);
        return false;
    }
    if (each && config->t_refi / config->banks <= closing + 2) {
        rs_error_set(error, "found T_REFI = %u with REFRESH = BANK, expected at least %u: %u cycles for each of %u banks", config->t_refi,
                     config->banks * (closing + 3), closing + 3, config->banks);
        return false;
    }
    return true;
}

/* Times that differ by direction or bank group. RD never waits for tRCD after a WR to its row (rs_bank_timing.v). */
static bool check_finer_times(const rs_config *config, rs_error *error)
{
    const uint32_t write_read = config->wl + config->burst_cycles + config->t_wtr;

    if (config->t_rcd_wr > config->t_rcd) {
        rs_error_set(error, "found T_RCD_WR = %u, expected 0 or at most T_RCD = %u", config->t_rcd_wr, config->t_rcd);
        return false;
    }
    if (config->t_rcd_wr != 0 && config->t_rcd_wr + write_read < config->t_rcd) {
        rs_error_set(error, "found T_RCD_WR = %u, expected 0 or at least T_RCD - WL - BURST_CYCLES - T_WTR = %u", config->t_rcd_wr,
                     config->t_rcd - write_read);
        return false;
    }
    if (config->bank_groups > 1 && config->t_wtr_l != 0 && config->t_wtr_l < config->t_wtr) {
        rs_error_set(error, "found T_WTR_L = %u, expected 0 or at least T_WTR = %u", config->t_wtr_l, config->t_wtr);
        return false;
    }
    if (config->bank_groups > 1 && config->t_ccd_l_wr != 0 && config->t_ccd_l_wr < config->t_ccd_l) {
        rs_error_set(error, "found T_CCD_L_WR = %u, expected 0 or at least T_CCD_L = %u", config->t_ccd_l_wr, config->t_ccd_l);
        return false;
    }
    return true;
}

static bool check_dram(const rs_config *config, rs_error *error)
{
    if (config->t_rc < config->t_rrd) {
        rs_error_set(error, "found T_RC = %u, expected at least T_RRD = %u", config->t_rc, config->t_rrd);
        return false;
    }
    if (config->t_rtp > config->t_ras) {
        rs_error_set(error, "found T_RTP = %u, expected at most T_RAS = %u", config->t_rtp, config->t_ras);
        return false;
    }
    if (config->t_rcd > config->t_ras) {
        rs_error_set(error, "found T_RCD = %u, expected at most T_RAS = %u", config->t_rcd, config->t_ras);
        return false;
    }
    if (config->bank_groups > config->banks) {
        rs_error_set(error, "found BANK_GROUPS = %u, expected at most the %u banks of ADDRESS_MAP", config->bank_groups,
                     config->banks);
        return false;
    }
    if (config->bank_groups > 1 && config->t_ccd_l < config->t_ccd) {
        rs_error_set(error, "found T_CCD_L = %u, expected at least T_CCD = %u", config->t_ccd_l, config->t_ccd);
        return false;
    }
    if (!check_finer_times(config, error))
        return false;
    if (config->pair != 0 && (config->bank_groups < 2 || config->columns < 2 || column_distance(config) < 2)) {
        rs_error_set(error, "found PAIR = 1 with BANK_GROUPS = %u, %u column commands a request and %u cycles between two, expected at least 2 of "
                     "each", config->bank_groups, config->columns, column_distance(config));
        return false;
    }
    if (config->pair != 0 && config->scheduler >= RS_SCHEDULER_BLISS) {
        rs_error_set(error, "found PAIR = 1 with SCHEDULER = %u, expected FIFO, BFIFO, FRFCFS or MOST_PENDING", config->scheduler);
        return false;
    }
    if (config->write_high != 0 && (config->write_high > config->queue || config->write_low >= config->write_high)) {
        rs_error_set(error, "found WRITE_HIGH = %u with WRITE_LOW = %u, expected 0 or above WRITE_LOW and at most QUEUE = %u", config->write_high,
                     config->write_low, config->queue);
        return false;
    }
    if (config->write_high != 0 && (config->scheduler == RS_SCHEDULER_FIFO || config->scheduler >= RS_SCHEDULER_BLISS)) {
        rs_error_set(error, "found WRITE_HIGH = %u with SCHEDULER = %u, expected BFIFO, FRFCFS or MOST_PENDING", config->write_high, config->scheduler);
        return false;
    }
    return check_refresh(config, error);
}

/* Candidates of banks closed for refresh are looked for one after the other, before the next ACT (rs_queue_frfcfs.v, which serves both). */
static bool check_frfcfs_refresh(const rs_config *config, rs_error *error)
{
    const bool each = config->refresh == RS_REFRESH_BANK, frfcfs = config->scheduler == RS_SCHEDULER_FRFCFS;
    const uint32_t least = each ? 4 * config->columns * column_distance_in_group(config) + 6 : config->banks + 3, found = config->t_rp + (each ? config->t_rfc_pb : config->t_rfc);

    if ((!frfcfs && config->scheduler != RS_SCHEDULER_MOST_PENDING) || config->t_refi == 0)
        return true;
    if (each && !frfcfs) {
        rs_error_set(error, "found REFRESH = BANK with SCHEDULER = MOST_PENDING, expected REFRESH = ALL");
        return false;
    }
    if (found >= least)
        return true;
    rs_error_set(error, "found %s = %u with SCHEDULER = %s and T_REFI, expected at least %s = %u", each ? "T_RP + T_RFC_PB" : "T_RP + T_RFC", found,
                 frfcfs ? "FRFCFS" : "MOST_PENDING", each ? "6 and the column commands of 4 requests" : "banks + 3", least);
    return false;
}

bool rs_config_has_rtl(const rs_config *config, rs_error *error)
{
    if (config->write_high != 0) {
        rs_error_set(error, "found WRITE_HIGH = %u, expected 0: the model alone has it, the RTL has not", config->write_high);
        return false;
    }
    if (config->scheduler <= RS_SCHEDULER_BLISS)
        return true;
    rs_error_set(error, "found SCHEDULER = %u, expected 0 to %d: the model alone has it, the RTL has not", config->scheduler,
                 (int)RS_SCHEDULER_BLISS);
    return false;
}

/* Schedulers that look at the SM of a request. */
static bool check_sources(const rs_config *config, rs_error *error)
{
    if (config->scheduler < RS_SCHEDULER_BLISS || config->l2 == 0)
        return true;
    rs_error_set(error, "found L2 = 1 with SCHEDULER = %s, expected L2 = 0: requests of an L2 bank are no SM's",
                 config->scheduler == RS_SCHEDULER_BLISS ? "BLISS" : config->scheduler == RS_SCHEDULER_PARBS ? "PARBS" : "WG");
    return false;
}

/* With SMs: the sizes that the RTL of an SM's memory side refuses, and the order that its stores rely on. */
static bool check_sm_memory(const rs_config *config, rs_error *error)
{
    const uint32_t pad_words = config->scratchpad_banks * 4, ways = config->miss_ways;
    const unsigned long long lines = (1ULL << config->map.address_bits) / config->line_bytes;

    if (config->top == RS_TOP_PATH)
        return true;
    if (config->atomics != 0 && config->l2 == 0) {
        rs_error_set(error, "found ATOMICS = %u with L2 = 0, expected L2 = 1: atomic operations are carried out there", config->atomics);
        return false;
    }
    if (!power_of_two("LINE_BYTES", config->line_bytes, error) || !power_of_two("MAX_LENGTH", config->max_length, error) ||
        !power_of_two("L1_SETS", config->l1_sets, error) || !power_of_two("L1_WAYS", config->l1_ways, error) ||
        !power_of_two("SCRATCHPAD_BANKS", config->scratchpad_banks, error))
        return false;
    if (config->flit_bits != 256) {
        rs_error_set(error, "found FLIT_BITS = %u with SMs, expected 256: a line of 64 B is two flits", config->flit_bits);
        return false;
    }
    if (config->network == RS_NETWORK_XBAR && config->vcs > 1 && config->static_vc == 0) {
        rs_error_set(error, "found VCS = %u with STATIC_VC = 0 and SMs, expected STATIC_VC = 1: requests to one "
                     "address stay in order", config->vcs);
        return false;
    }
    if (config->scratchpad_bytes % pad_words != 0 || config->scratchpad_bytes >> config->map.address_bits != 0) {
        rs_error_set(error, "found SCRATCHPAD_BYTES = %u, expected a multiple of 4 * SCRATCHPAD_BANKS = %u below 2^%u",
                     config->scratchpad_bytes, pad_words, config->map.address_bits);
        return false;
    }
    if (ways != 0 && ways != config->miss_entries &&
        ((ways & (ways - 1)) != 0 || (config->miss_entries & (config->miss_entries - 1)) != 0 || ways > config->miss_entries)) {
        rs_error_set(error, "found MISS_WAYS = %u, expected 0, MISS_ENTRIES = %u, or both powers of two", ways,
                     config->miss_entries);
        return false;
    }
    if (config->l1_cache != 0 && config->l1_sets >= lines) {
        rs_error_set(error, "found L1_SETS = %u, expected less than the %llu lines of LINE_BYTES = %u in ADDRESS_MAP", config->l1_sets, lines,
                     config->line_bytes);
        return false;
    }
    if (ways != 0 && config->miss_entries / ways >= lines) {
        rs_error_set(error, "found MISS_WAYS = %u, %u sets, expected fewer than the %llu lines of LINE_BYTES = %u in ADDRESS_MAP", ways,
                     config->miss_entries / ways, lines, config->line_bytes);
        return false;
    }
    return true;
}

/* The whole machine: what the RTL of the issue stage refuses. */
static bool check_issue_stage(const rs_config *config, rs_error *error)
{
    enum { RECORD_REGISTER_BITS = 8 };

    if (config->top != RS_TOP_GPU)
        return true;
    if (!power_of_two("WARP_SCHEDULERS", config->warp_schedulers, error))
        return false;
    if (config->warps > UINT32_C(1) << config->warp_bits) {
        rs_error_set(error, "found WARPS = %u, expected at most 2^WARP_BITS = %u", config->warps, UINT32_C(1) << config->warp_bits);
        return false;
    }
    if (config->warps % config->warp_schedulers != 0) {
        rs_error_set(error, "found WARPS = %u, expected a multiple of WARP_SCHEDULERS = %u", config->warps, config->warp_schedulers);
        return false;
    }
    if (config->register_bits > RECORD_REGISTER_BITS) {
        rs_error_set(error, "found REGISTER_BITS = %u, expected at most the %d of a record", config->register_bits,
                     RECORD_REGISTER_BITS);
        return false;
    }
    if (config->registers % 4 != 0 || config->registers > UINT32_C(1) << config->register_bits) {
        rs_error_set(error, "found REGISTERS = %u, expected a multiple of 4, at most 2^REGISTER_BITS = %u", config->registers,
                     UINT32_C(1) << config->register_bits);
        return false;
    }
    return true;
}

/* L2 = 1: what the RTL of the L2 bank refuses. */
static bool check_l2(const rs_config *config, rs_error *error)
{
    if (config->l2 == 0)
        return true;
    if (!power_of_two("L2_SETS", config->l2_sets, error) || !power_of_two("L2_WAYS", config->l2_ways, error))
        return false;
    if (config->flit_bits != 256) {
        rs_error_set(error, "found FLIT_BITS = %u with L2 = 1, expected 256: a sector of 64 B is two flits", config->flit_bits);
        return false;
    }
    if (config->l2_misses > UINT32_C(1) << config->tag_bits) {
        rs_error_set(error, "found L2_MISSES = %u, expected at most 2^TAG_BITS = %u", config->l2_misses,
                     UINT32_C(1) << config->tag_bits);
        return false;
    }
    if ((config->map.channel_mask & RS_LINE_BYTES) != 0) {
        rs_error_set(error, "found address bit %d in the channel number of ADDRESS_MAP with L2 = 1, expected both sectors of a "
                     "line of 128 B in one channel", RS_LINE_SHIFT);
        return false;
    }
    if (config->bank_ready != 0) {
        rs_error_set(error, "found BANK_READY = 1 with L2 = 1, expected BANK_READY = 0: packets do not wait for a place in a "
                     "controller's queue");
        return false;
    }
    return true;
}

/* The arbiters of one crossbar see the loads of all SMs, and one request of each. */
static bool check_allocator(const rs_config *config, rs_error *error)
{
    if (config->allocator != RS_ALLOCATOR_SJF || (config->network == RS_NETWORK_XBAR && config->vcs == 1))
        return true;
    if (config->network != RS_NETWORK_XBAR)
        rs_error_set(error, "found NETWORK = %s with ALLOCATOR = SJF, expected NETWORK = XBAR: routers do not know how many requests an SM has in "
                     "flight", config->network == RS_NETWORK_RING ? "RING" : "MESH");
    else
        rs_error_set(error, "found VCS = %u with ALLOCATOR = SJF, expected VCS = 1", config->vcs);
    return false;
}

/* An L2 bank takes a packet as one request, and a place in a bank's queue is promised a packet. */
static bool check_superpacket(const rs_config *config, rs_error *error)
{
    if (config->superpacket == 1 || (config->l2 == 0 && config->bank_ready == 0))
        return true;
    rs_error_set(error, "found SUPERPACKET = %u with %s = 1, expected SUPERPACKET = 1: packets are one request there", config->superpacket,
                 config->l2 != 0 ? "L2" : "BANK_READY");
    return false;
}

bool rs_config_finish(rs_config *config, rs_error *error)
{
    enum {
        PENDING_ENTRIES = 44, /* as rtl/machine/rs_gpu_memory.v */
#define RS_KEY(NAME, field, init, min, max, kind, text) INITIAL_##NAME = (init),
#include "config.def"
#undef RS_KEY
    };

    if (!config->miss_entries_set)
        config->miss_entries = config->miss_table != 0 ? PENDING_ENTRIES : INITIAL_MISS_ENTRIES;
    if (!rs_config_in_range(config, error) || !power_of_two("CHANNELS", config->channels, error) || !power_of_two("FLIT_BITS", config->flit_bits, error) ||
        !power_of_two("QUEUE", config->queue, error) || !power_of_two("REPLY_SLOTS", config->reply_slots, error) ||
        !power_of_two("CHIPS", config->chips, error) || !power_of_two("VCS", config->vcs, error) ||
        !power_of_two("LOOKAHEAD", config->lookahead, error) ||
        !power_of_two("BANK_GROUPS", config->bank_groups, error))
        return false;
    if (!rs_address_map_parse(&config->map, config->address_map_text, config->channels, error))
        return false;
    if (config->bank_xor != 0)
        rs_address_map_xor_banks(&config->map);
    config->sm_words = rs_set_words(config->sms);
    config->banks = UINT32_C(1) << config->map.bank_bits;
    if (config->top != RS_TOP_PATH || config->l2 != 0)
        config->write_mask = 1; /* SMs store less than a line, victims of the L2 have part of one */
    return derive_data_widths(config, error) && rs_config_place_nodes(config, error) && check_relations(config, error) && check_dram(config, error) &&
           check_frfcfs_refresh(config, error) && check_sources(config, error) && check_sm_memory(config, error) &&
           check_issue_stage(config, error) && check_l2(config, error) && check_superpacket(config, error) && check_allocator(config, error);
}

static bool same_map(const rs_address_map *a, const rs_address_map *b)
{
    return a->channel_mask == b->channel_mask && a->bank_mask == b->bank_mask && a->row_mask == b->row_mask &&
           a->column_mask == b->column_mask && a->bank_xor == b->bank_xor && a->run_count == b->run_count &&
           memcmp(a->run, b->run, a->run_count * sizeof(a->run[0])) == 0;
}

bool rs_config_is_finished(const rs_config *config, rs_error *error)
{
    rs_config again = *config;

    if (!rs_config_finish(&again, error))
        return false;
    if (again.sm_words == config->sm_words && again.banks == config->banks && again.columns == config->columns && again.data_cycles == config->data_cycles &&
        again.dq_bits == config->dq_bits && again.full_mask == config->full_mask &&
        again.write_mask == config->write_mask && memcmp(&again.memory_nodes, &config->memory_nodes, sizeof(again.memory_nodes)) == 0 &&
        again.miss_entries == config->miss_entries &&
        same_map(&again.map, &config->map))
        return true;
    rs_error_set(error, "configuration: found values derived from other keys, expected rs_config_finish() after the last change");
    return false;
}
