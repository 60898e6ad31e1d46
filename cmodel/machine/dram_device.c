/* Contract: dram_device.h. Storage is a pool of pages with a hash table; data under way sits in rings indexed by the
 * cycle modulo RING. */
#include "machine/dram_device.h"

#include <stdlib.h>
#include <string.h>

#include "common/hash_table.h"
#include "common/pool.h"

enum {
    PAGE_SHIFT = 3,
    PAGE_LINES = 1 << PAGE_SHIFT,
    RING = 64 /* cycles; more than the largest CL or WL plus BURST_CYCLES (48 + 8) */
};

typedef struct page {
    uint32_t next;    /* of the pool */
    uint32_t written; /* bit per line */
    uint32_t line[PAGE_LINES][RS_LINE_WORDS];
} page;

typedef struct channel_state {
    uint64_t read_valid;  /* bit (cycle % RING): a read word is returned in that cycle */
    uint64_t write_valid; /* bit (cycle % RING): a write word is due in that cycle */
    uint64_t recent_key;  /* looked up last, UINT64_MAX: none */
    uint32_t recent;      /* its page, RS_NONE: nothing was written there */
    uint64_t blank_number; /* line number whose initial content `blank` holds, UINT64_MAX: none */
    uint32_t open_row[RS_MAX_BANKS];
    uint32_t blank[RS_LINE_WORDS];
    uint32_t read_word[RING][RS_DQ_WORDS];
    uint32_t write_page[RING], write_line[RING]; /* where the word goes: page, line of it, */
    uint32_t write_index[RING];                  /* word of that */
} channel_state;

struct rs_dram_device {
    rs_address_map map;
    uint32_t channels, banks, burst_cycles, dq_bits, line_bits, read_latency, write_latency;
    uint32_t column_shift; /* of the column in an address: log2 of the column commands of a line, which divide 64 */
    uint64_t cycle;
    rs_contents contents;
    rs_pool pages;
    rs_hash_table page_of; /* number of the page, by line number >> PAGE_SHIFT */
    channel_state channel[];
};

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

static const uint32_t *line_to_read(const rs_dram_device *device, channel_state *channel, rs_location location)
{
    const uint64_t number = line_number(device, location);
    const uint32_t at = page_of_line(device, channel, number), index = (uint32_t)number & (PAGE_LINES - 1);
    if (at != RS_NONE && (page_at(device, at)->written >> index & 1) != 0) {
        return page_at(device, at)->line[index];
    }
    if (channel->blank_number != number) {
        rs_contents_line(&device->contents, rs_address_encode(&device->map, location), channel->blank);
        channel->blank_number = number;
    }
    return channel->blank;
}

/* The page of the line, which has the line's content from here on; RS_NONE without memory. */
static uint32_t page_to_write(rs_dram_device *device, channel_state *channel, rs_location location)
{
    const uint64_t number = line_number(device, location);
    const uint32_t index = (uint32_t)number & (PAGE_LINES - 1);
    if (page_of_line(device, channel, number) == RS_NONE) {
        channel->recent = make_page(device, number >> PAGE_SHIFT);
        if (channel->recent == RS_NONE) {
            return RS_NONE;
        }
    }
    page *holder = page_at(device, channel->recent);
    if ((holder->written >> index & 1) == 0) {
        rs_contents_line(&device->contents, rs_address_encode(&device->map, location), holder->line[index]);
        holder->written |= UINT32_C(1) << index;
    }
    return channel->recent;
}

/* dq_bits is a power of two: a word is part of one 32-bit word of the line, or several whole ones. */
static void get_word(const rs_dram_device *device, const uint32_t *line, uint32_t index, uint32_t *word)
{
    switch (device->dq_bits) {
    case 256:
        memcpy(word, line + 8 * index, 32);
        break;
    case 128:
        memcpy(word, line + 4 * index, 16);
        break;
    case 64:
        memcpy(word, line + 2 * index, 8);
        break;
    case 32:
        word[0] = line[index];
        break;
    default: {
        uint32_t bit = index * device->dq_bits;
        word[0] = line[bit / 32] >> bit % 32 & ((UINT32_C(1) << device->dq_bits) - 1);
    }
    }
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

/* ---- one channel, one cycle ------------------------------------------------------------------------ */

static void start_read(rs_dram_device *device, channel_state *channel, rs_location location, uint32_t command)
{
    const uint32_t *line = line_to_read(device, channel, location);
    for (uint32_t i = 0; i < device->burst_cycles; i++) {
        uint64_t due = (device->cycle + device->read_latency + i) % RING;
        get_word(device, line, command * device->burst_cycles + i, channel->read_word[due]);
        channel->read_valid |= UINT64_C(1) << due;
    }
}

static bool start_write(rs_dram_device *device, channel_state *channel, rs_location location, uint32_t command)
{
    const uint32_t at = page_to_write(device, channel, location);
    const uint32_t line = (uint32_t)line_number(device, location) & (PAGE_LINES - 1);
    if (at == RS_NONE) {
        return false;
    }
    for (uint32_t i = 0; i < device->burst_cycles; i++) {
        uint64_t due = (device->cycle + device->write_latency + i) % RING;
        channel->write_page[due] = at;
        channel->write_line[due] = line;
        channel->write_index[due] = command * device->burst_cycles + i;
        channel->write_valid |= UINT64_C(1) << due;
    }
    return true;
}

static bool step_channel(rs_dram_device *device, uint32_t index, const rs_dram_pins *pins, rs_dram_return *result)
{
    channel_state *channel = &device->channel[index];
    uint64_t now = device->cycle % RING, next = (device->cycle + 1) % RING;
    if ((channel->write_valid >> now & 1) != 0) {
        channel->write_valid &= ~(UINT64_C(1) << now);
        if (pins->wrdata_en) {
            put_word(device, page_at(device, channel->write_page[now])->line[channel->write_line[now]],
                     channel->write_index[now], pins->wrdata, pins->wrdata_mask);
        }
    }
    bool good = true;
    uint32_t bank = pins->bank & (device->banks - 1);
    const uint32_t column = pins->address >> device->column_shift, command = pins->address & ((UINT32_C(1) << device->column_shift) - 1);
    const rs_location location = {index, bank, channel->open_row[bank], column};
    switch (pins->command) {
    case RS_DRAM_ACT:
        channel->open_row[bank] = pins->address;
        break;
    case RS_DRAM_RD:
        start_read(device, channel, wrap(device, location), command);
        break;
    case RS_DRAM_WR:
        good = start_write(device, channel, wrap(device, location), command);
        break;
    default:
        break;
    }
    if ((channel->read_valid >> next & 1) != 0) {
        channel->read_valid &= ~(UINT64_C(1) << next);
        result->rddata_valid = true;
        memcpy(result->rddata, channel->read_word[next], sizeof result->rddata);
    }
    return good;
}

bool rs_dram_device_step(rs_dram_device *device, const rs_dram_pins *pins, rs_dram_return *returns)
{
    bool good = true;
    memset(returns, 0, device->channels * sizeof *returns);
    for (uint32_t i = 0; i < device->channels; i++) {
        const channel_state *channel = &device->channel[i];
        if (pins[i].command != RS_DRAM_NOP || (channel->read_valid | channel->write_valid) != 0) {
            good &= step_channel(device, i, &pins[i], &returns[i]);
        }
    }
    device->cycle++;
    return good;
}

uint64_t rs_dram_device_quiet_cycles(const rs_dram_device *device)
{
    uint64_t least = UINT64_MAX;
    uint32_t next = (uint32_t)((device->cycle + 1) % RING);
    for (uint32_t i = 0; i < device->channels; i++) {
        const channel_state *channel = &device->channel[i];
        uint64_t read = channel->read_valid >> next | channel->read_valid << 1 << (RING - 1 - next); /* bit 0: in the next cycle */
        if (channel->write_valid != 0) {
            return 0;
        }
        if (read != 0 && (uint64_t)__builtin_ctzll(read) < least) {
            least = (uint64_t)__builtin_ctzll(read);
        }
    }
    return least;
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
        rs_error_set(error, "DRAM device: out of memory, %zu bytes wanted", bytes);
        return NULL;
    }
    device->map = config->map;
    device->channels = config->channels;
    device->banks = config->banks;
    device->column_shift = (uint32_t)__builtin_ctz(config->columns);
    device->burst_cycles = config->burst_cycles;
    device->dq_bits = config->dq_bits;
    device->line_bits = 2 * config->flit_bits;
    device->read_latency = config->cl;
    device->write_latency = config->wl;
    rs_dram_device_reset(device);
    return device;
}

void rs_dram_device_reset(rs_dram_device *device)
{
    rs_pool_clear(&device->pages);
    rs_hash_table_clear(&device->page_of);
    device->cycle = 0;
    memset(device->channel, 0, device->channels * sizeof device->channel[0]);
    for (uint32_t i = 0; i < device->channels; i++) {
        device->channel[i].blank_number = device->channel[i].recent_key = UINT64_MAX;
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
