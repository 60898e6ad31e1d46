/* Contract: dram_device.h. Storage is a pool of pages with a hash table; data under way sits in rings indexed by the cycle modulo
 * their length, a power of two no longer than it must be, for the sake of the cache. A cycle looks only at the channels with a
 * command, a word to return or a word to store. */
#include "machine/dram_device.h"

#include <stdlib.h>
#include <string.h>

#include "common/bits.h"
#include "common/hash_table.h"
#include "common/pool.h"

enum {
    PAGE_SHIFT = 3,
    PAGE_LINES = 1 << PAGE_SHIFT,
    RING_MAX = 64 /* cycles; more than the largest CL or WL plus BURST_CYCLES (48 + 8) */
};

typedef struct page {
    uint32_t next;    /* of the pool */
    uint32_t written; /* bit per line */
    uint32_t line[PAGE_LINES][RS_LINE_WORDS];
} page;

typedef struct channel_state {
    uint64_t recent_key;  /* looked up last, UINT64_MAX: none */
    uint32_t recent;      /* its page, RS_NONE: nothing was written there */
    uint64_t blank_number; /* a line never written, whose initial content `blank` holds; UINT64_MAX: none */
    uint64_t open_row[RS_MAX_BANKS]; /* the number of its first line */
    uint32_t blank[RS_LINE_WORDS];
    uint32_t read_word[RING_MAX][RS_DQ_WORDS];
    uint32_t write_page[RING_MAX], write_line[RING_MAX]; /* where the word goes: page, line of it, */
    uint32_t write_index[RING_MAX];                      /* word of that */
} channel_state;

struct rs_dram_device {
    rs_address_map map;
    uint32_t channels, banks, burst_cycles, dq_bits, line_bits, read_latency, write_latency;
    uint32_t column_shift; /* of the column in an address: log2 of the column commands of a line, which divide 64 */
    uint64_t cycle;
    uint32_t ring; /* cycles of the rings; more than CL or WL plus BURST_CYCLES */
    uint64_t returning[RING_MAX], storing[RING_MAX]; /* channels that return a word, whose word is due, in cycle % ring, a bit each */
    uint64_t return_cycles, store_cycles;            /* bit i: any in cycle i % ring */
    uint64_t shown;                                  /* channels whose word rs_dram_device_show() has shown last */
    uint32_t address[RS_MAP_PARTS][RS_MAP_PART_VALUES]; /* by parts of a line's number: bits of its address */
    rs_contents contents;
    rs_pool pages;
    rs_hash_table page_of; /* number of the page, by line number >> PAGE_SHIFT */
    channel_state channel[];
};

/* The place of the cycle `later` cycles from now in the rings. */
static uint32_t place_in_rings(const rs_dram_device *device, uint32_t later)
{
    return (uint32_t)(device->cycle + later) & (device->ring - 1);
}

/* ---- pages ---------------------------------------------------------------------------------------- */

static page *page_at(const rs_dram_device *device, uint32_t number)
{
    return (page *)rs_pool_item(&device->pages, number);
}

/* The number of a new page; RS_NONE without memory. */
static uint32_t make_page(rs_dram_device *device, uint64_t key)
{
    const uint32_t number = rs_pool_take(&device->pages);
    if (number == RS_NONE || !rs_hash_table_add(&device->page_of, key, number)) {
        return RS_NONE;
    }
    page_at(device, number)->written = 0;
    return number;
}

/* ---- lines and data-bus words --------------------------------------------------------------------- */

static rs_location wrap(const rs_dram_device *device, rs_location location)
{
    location.channel &= (UINT32_C(1) << device->map.channel_bits) - 1;
    location.bank &= device->banks - 1;
    location.row &= (uint32_t)((UINT64_C(1) << device->map.row_bits) - 1);
    location.column &= (uint32_t)((UINT64_C(1) << device->map.column_bits) - 1);
    return location;
}

static uint64_t line_number(const rs_dram_device *device, rs_location location)
{
    uint64_t number = (uint64_t)location.channel << device->map.bank_bits | location.bank;
    number = number << device->map.row_bits | location.row;
    return number << device->map.column_bits | location.column;
}

/* The address of a line, put together of what the parts of its number stand for: every bit of a number stands for its own bits of the
 * address, whatever the others are. */
static uint64_t address_of(const rs_dram_device *device, uint64_t number)
{
    uint64_t address = 0;
    for (uint32_t part = 0; part < RS_MAP_PARTS; part++) {
        address ^= device->address[part][number >> part * RS_MAP_PART_BITS & (RS_MAP_PART_VALUES - 1)];
    }
    return address;
}

static void tabulate_addresses(rs_dram_device *device)
{
    const rs_address_map *map = &device->map;
    for (uint32_t part = 0; part < RS_MAP_PARTS; part++) {
        for (uint64_t value = 0; value < RS_MAP_PART_VALUES; value++) {
            uint64_t number = value << part * RS_MAP_PART_BITS;
            rs_location location;
            location.column = (uint32_t)number & ((UINT32_C(1) << map->column_bits) - 1);
            number >>= map->column_bits;
            location.row = (uint32_t)number & ((UINT32_C(1) << map->row_bits) - 1);
            number >>= map->row_bits;
            location.bank = (uint32_t)number & (device->banks - 1);
            location.channel = (uint32_t)(number >> map->bank_bits) & ((UINT32_C(1) << map->channel_bits) - 1);
            device->address[part][value] = (uint32_t)rs_address_encode(map, location);
        }
    }
}

/* RS_NONE: nothing was ever written near the line. */
static uint32_t page_of_line(const rs_dram_device *device, channel_state *channel, uint64_t number)
{
    const uint64_t key = number >> PAGE_SHIFT;
    if (channel->recent_key != key) {
        channel->recent_key = key;
        channel->recent = rs_hash_table_find(&device->page_of, key);
    }
    return channel->recent;
}

static const uint32_t *line_to_read(const rs_dram_device *device, channel_state *channel, uint64_t number)
{
    const uint32_t index = (uint32_t)number & (PAGE_LINES - 1);
    if (channel->blank_number != number) {
        const uint32_t at = page_of_line(device, channel, number);
        if (at != RS_NONE && (page_at(device, at)->written >> index & 1) != 0) {
            return page_at(device, at)->line[index];
        }
        rs_contents_line(&device->contents, address_of(device, number), channel->blank);
        channel->blank_number = number;
    }
    return channel->blank;
}

/* The page of the line, which has the line's content from here on; RS_NONE without memory. */
static uint32_t page_to_write(rs_dram_device *device, channel_state *channel, uint64_t number)
{
    const uint32_t index = (uint32_t)number & (PAGE_LINES - 1);
    if (page_of_line(device, channel, number) == RS_NONE) {
        channel->recent = make_page(device, number >> PAGE_SHIFT);
        if (channel->recent == RS_NONE) {
            return RS_NONE;
        }
    }
    page *holder = page_at(device, channel->recent);
    if ((holder->written >> index & 1) == 0) {
        rs_contents_line(&device->contents, address_of(device, number), holder->line[index]);
        holder->written |= UINT32_C(1) << index;
        channel->blank_number = channel->blank_number == number ? UINT64_MAX : channel->blank_number;
    }
    return channel->recent;
}

/* dq_bits is a power of two: a word is part of one 32-bit word of the line, or several whole ones. */
static void get_word(const rs_dram_device *device, const uint32_t *line, uint32_t index, uint32_t *word)
{
    rs_bits_copy(word, 0, line, index * device->dq_bits, device->dq_bits);
}

/* All bits of the bytes of a 32-bit word that are set in the low four bits. */
static uint32_t bits_of_bytes(uint32_t bytes)
{
    return ((bytes & 15) * UINT32_C(0x00204081) & UINT32_C(0x01010101)) * 255;
}

/* unwritten: a bit per byte of the word. */
static void put_word(const rs_dram_device *device, uint32_t *line, uint32_t index, const uint32_t *word, uint32_t unwritten)
{
    if (device->dq_bits >= 32) {
        for (uint32_t i = 0; i < device->dq_bits / 32; i++) {
            uint32_t keep = bits_of_bytes(unwritten >> 4 * i);
            uint32_t *to = &line[index * (device->dq_bits / 32) + i];
            *to = (*to & keep) | (word[i] & ~keep);
        }
    } else {
        uint32_t bit = index * device->dq_bits;
        uint32_t mask = (((UINT32_C(1) << device->dq_bits) - 1) & ~bits_of_bytes(unwritten)) << bit % 32;
        line[bit / 32] = (line[bit / 32] & ~mask) | (word[0] << bit % 32 & mask);
    }
}

/* ---- one cycle ---------------------------------------------------------------------------------------- */

static void start_read(rs_dram_device *device, uint32_t index, uint64_t number, uint32_t command)
{
    channel_state *channel = &device->channel[index];
    const uint32_t *line = line_to_read(device, channel, number);
    const uint32_t first = command * device->burst_cycles, ones = device->ring - 1;
    const uint64_t bit = UINT64_C(1) << index;
    uint32_t due = place_in_rings(device, device->read_latency);
    uint64_t cycles = 0;
    for (uint32_t i = 0; i < device->burst_cycles; i++, due = (due + 1) & ones) {
        get_word(device, line, first + i, channel->read_word[due]);
        device->returning[due] |= bit;
        cycles |= UINT64_C(1) << due;
    }
    device->return_cycles |= cycles;
}

static bool start_write(rs_dram_device *device, uint32_t index, uint64_t number, uint32_t command)
{
    channel_state *channel = &device->channel[index];
    const uint32_t at = page_to_write(device, channel, number);
    if (at == RS_NONE) {
        return false;
    }
    for (uint32_t i = 0; i < device->burst_cycles; i++) {
        const uint32_t due = place_in_rings(device, device->write_latency + i);
        channel->write_page[due] = at;
        channel->write_line[due] = (uint32_t)number & (PAGE_LINES - 1);
        channel->write_index[due] = command * device->burst_cycles + i;
        device->storing[due] |= UINT64_C(1) << index;
        device->store_cycles |= UINT64_C(1) << due;
    }
    return true;
}

/* A command of a channel; false without memory for a page. */
static bool obey(rs_dram_device *device, uint32_t index, const rs_dram_pins *pins)
{
    uint64_t *open_row = &device->channel[index].open_row[pins->bank & (device->banks - 1)];
    if (pins->command == RS_DRAM_ACT) {
        const rs_location first = {index, pins->bank, pins->address, 0};
        *open_row = line_number(device, wrap(device, first));
    } else if (pins->command == RS_DRAM_RD || pins->command == RS_DRAM_WR) {
        const uint32_t column = pins->address >> device->column_shift & ((UINT32_C(1) << device->map.column_bits) - 1);
        const uint32_t command = pins->address & ((UINT32_C(1) << device->column_shift) - 1);
        if (pins->command == RS_DRAM_WR) {
            return start_write(device, index, *open_row | column, command);
        }
        start_read(device, index, *open_row | column, command);
    }
    return true;
}

/* The word on the channel's pins, if it is valid, goes where the write of WL and more cycles ago wants it. */
static void store(rs_dram_device *device, const channel_state *channel, uint32_t now, const rs_dram_pins *pins)
{
    if (pins->wrdata_en) {
        put_word(device, page_at(device, channel->write_page[now])->line[channel->write_line[now]], channel->write_index[now],
                 pins->wrdata, pins->wrdata_mask);
    }
}

RS_HOT bool rs_dram_device_clock(rs_dram_device *device, const rs_dram_pins *pins, uint64_t commands)
{
    const uint32_t now = place_in_rings(device, 0);
    bool good = true;
    RS_EACH_OF_WORD(i, 0, device->storing[now]) {
        store(device, &device->channel[i], now, &pins[i]);
    }
    device->storing[now] = 0;
    device->store_cycles &= ~(UINT64_C(1) << now);
    RS_EACH_OF_WORD(i, 0, commands) {
        good &= obey(device, i, &pins[i]);
    }
    device->cycle++;
    return good;
}

RS_HOT void rs_dram_device_show(rs_dram_device *device, rs_dram_return *returns)
{
    const uint32_t now = place_in_rings(device, 0);
    const uint64_t returning = device->returning[now];
    RS_EACH_OF_WORD(i, 0, device->shown & ~returning) {
        memset(&returns[i], 0, sizeof returns[i]);
    }
    RS_EACH_OF_WORD(j, 0, returning) {
        returns[j].rddata_valid = true;
        memcpy(returns[j].rddata, device->channel[j].read_word[now], sizeof returns[j].rddata);
    }
    device->shown = returning;
    device->returning[now] = 0;
    device->return_cycles &= ~(UINT64_C(1) << now);
}

bool rs_dram_device_step(rs_dram_device *device, const rs_dram_pins *pins, uint64_t commands, rs_dram_return *returns)
{
    const bool good = rs_dram_device_clock(device, pins, commands);
    memset(returns, 0, device->channels * sizeof *returns);
    rs_dram_device_show(device, returns);
    return good;
}

uint64_t rs_dram_device_quiet_cycles(const rs_dram_device *device)
{
    const uint32_t next = place_in_rings(device, 1);
    const uint64_t soon = device->return_cycles >> next;
    if (device->store_cycles != 0) {
        return 0;
    }
    if (soon != 0) {
        return (uint64_t)__builtin_ctzll(soon);
    }
    return device->return_cycles != 0 ? device->ring - next + (uint64_t)__builtin_ctzll(device->return_cycles) : UINT64_MAX;
}

void rs_dram_device_skip(rs_dram_device *device, uint64_t cycles)
{
    device->cycle += cycles;
}

void rs_dram_device_peek(const rs_dram_device *device, rs_location location, uint32_t line[RS_LINE_WORDS])
{
    location = wrap(device, location);
    uint64_t number = line_number(device, location);
    uint32_t index = (uint32_t)number & (PAGE_LINES - 1);
    const uint32_t at = rs_hash_table_find(&device->page_of, number >> PAGE_SHIFT);
    if (at != RS_NONE && (page_at(device, at)->written >> index & 1) != 0) {
        memcpy(line, page_at(device, at)->line[index], RS_LINE_BYTES);
    } else {
        rs_contents_line(&device->contents, rs_address_encode(&device->map, location), line);
    }
    for (uint32_t i = 0; i < RS_LINE_WORDS; i++) {
        uint32_t used = device->line_bits < 32 * i ? 0 : device->line_bits - 32 * i;
        line[i] &= used >= 32 ? UINT32_MAX : (UINT32_C(1) << used) - 1;
    }
}

/* ---- life ------------------------------------------------------------------------------------------- */

rs_dram_device *rs_dram_device_create(const rs_config *config, rs_error *error)
{
    size_t bytes = sizeof(rs_dram_device) + config->channels * sizeof(channel_state);
    rs_dram_device *device = (rs_dram_device *)calloc(1, bytes);
    if (device == NULL || !rs_pool_init(&device->pages, sizeof(page), 0) || !rs_hash_table_init(&device->page_of, 0)) {
        rs_dram_device_destroy(device);
        rs_error_memory(error, "DRAM device: out of memory, %zu bytes wanted", bytes);
        return NULL;
    }
    device->map = config->map;
    device->channels = config->channels;
    device->banks = config->banks;
    device->column_shift = (uint32_t)__builtin_ctz(config->columns);
    device->burst_cycles = config->burst_cycles;
    device->dq_bits = config->dq_bits;
    device->line_bits = 2 * config->flit_bits;
    tabulate_addresses(device);
    device->read_latency = config->cl;
    device->write_latency = config->wl;
    for (device->ring = 1; device->ring <= (config->cl > config->wl ? config->cl : config->wl) + config->burst_cycles; device->ring *= 2) {
    }
    rs_dram_device_reset(device);
    return device;
}

void rs_dram_device_reset(rs_dram_device *device)
{
    rs_pool_clear(&device->pages);
    rs_hash_table_clear(&device->page_of);
    device->cycle = device->return_cycles = device->store_cycles = device->shown = 0;
    memset(device->returning, 0, sizeof device->returning);
    memset(device->storing, 0, sizeof device->storing);
    memset(device->channel, 0, device->channels * sizeof device->channel[0]);
    for (uint32_t i = 0; i < device->channels; i++) {
        channel_state *channel = &device->channel[i];
        channel->blank_number = channel->recent_key = UINT64_MAX;
        for (uint32_t bank = 0; bank < device->banks; bank++) {
            const rs_location first = {i, bank, 0, 0};
            channel->open_row[bank] = line_number(device, wrap(device, first));
        }
    }
}

void rs_dram_device_set_contents(rs_dram_device *device, rs_contents contents)
{
    device->contents = contents;
}

void rs_dram_device_destroy(rs_dram_device *device)
{
    if (device != NULL) {
        rs_pool_free(&device->pages);
        rs_hash_table_free(&device->page_of);
        free(device);
    }
}
