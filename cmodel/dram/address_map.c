/* Address map: which bits of a byte address are channel, bank, row and column. Twin of rtl/dram/rs_address_map.v.
 *
 * Text form, GPGPU-Sim's notation: 64 letters, bit 63 first, '.', '|' and blanks ignored.
 *   D channel   B bank   R row   C column (64 B lines)   S byte within the line: exactly bits 5:0   0 unused
 * "dramid@N;" in front: the letters describe the address without its channel bits, and the log2(channels)
 * channel bits are inserted at bit N. Without it, D marks the channel bits.
 * Every bit below the highest letter must belong to a field, so that two lines never share a location.
 * BANK_XOR: bit k of the bank is XORed with bit k of the row, if the row has one; bank and row together still tell lines apart.
 */
#include "rowstreak.h"

#include <ctype.h>
#include <stdlib.h>
#include <string.h>

enum { MAP_LETTERS = 64, MAP_MAX_ADDRESS_BITS = 31, MAP_MAX_BANK_BITS = 4 };

static uint32_t count_bits(uint64_t value)
{
    return (uint32_t)__builtin_popcountll(value);
}

static uint64_t low_mask(uint32_t bits)
{
    return bits >= 64 ? ~UINT64_C(0) : (UINT64_C(1) << bits) - 1;
}

/* Spreads the mask apart at the given bit to make room for channel_bits more. */
static uint64_t mask_insert(uint64_t mask, uint32_t position, uint32_t channel_bits)
{
    uint64_t low = low_mask(position);

    return (mask & low) | ((mask & ~low) << channel_bits);
}

/* "dramid@N;" -> N and the text behind it; -1 without it, -2 if it is garbled. */
static long insert_position(const char **text)
{
    static const char prefix[] = "dramid@";
    const char *digits;
    char *end;
    long position;

    while (isspace((unsigned char)**text))
        (*text)++;
    if (strncmp(*text, prefix, sizeof(prefix) - 1) != 0)
        return -1;
    digits = *text + sizeof(prefix) - 1;
    if (!isdigit((unsigned char)*digits))
        return -2;
    position = strtol(digits, &end, 10);
    if (*end != ';' || position < RS_LINE_SHIFT || position > MAP_MAX_ADDRESS_BITS)
        return -2;
    *text = end + 1;
    return position;
}

static bool check_fields(const rs_address_map *map, uint64_t byte_mask, uint32_t channels, rs_error *error)
{
    uint64_t all = byte_mask | map->channel_mask | map->bank_mask | map->row_mask | map->column_mask;
    const struct {
        const char *name;
        uint32_t bits, least, most;
    } fields[] = {
        {"bank bits (B)", map->bank_bits, 1, MAP_MAX_BANK_BITS},
        {"row bits (R)", map->row_bits, 1, 24},
        {"column bits (C)", map->column_bits, 1, 16},
    };

    if (byte_mask != low_mask(RS_LINE_SHIFT)) {
        rs_error_set(error, "ADDRESS_MAP: found S at mask 0x%llx, expected S at exactly the low %d bits (64 B lines)",
                     (unsigned long long)byte_mask, RS_LINE_SHIFT);
        return false;
    }
    for (size_t i = 0; i < sizeof(fields) / sizeof(fields[0]); i++) {
        if (fields[i].bits < fields[i].least || fields[i].bits > fields[i].most) {
            rs_error_set(error, "ADDRESS_MAP: found %u %s, expected %u to %u", fields[i].bits, fields[i].name,
                         fields[i].least, fields[i].most);
            return false;
        }
    }
    if (UINT64_C(1) << map->channel_bits != channels) {
        rs_error_set(error, "ADDRESS_MAP: found %u channel bits (D), expected log2 of CHANNELS = %u",
                     map->channel_bits, channels);
        return false;
    }
    if ((all & (all + 1)) != 0) {
        rs_error_set(error, "ADDRESS_MAP: found unused bit %u below a used one, expected every bit below the highest "
                     "letter in a field", (uint32_t)__builtin_ctzll(~all));
        return false;
    }
    if (count_bits(all) > MAP_MAX_ADDRESS_BITS) {
        rs_error_set(error, "ADDRESS_MAP: found %u address bits with %u channels, expected at most %d",
                     count_bits(all), channels, MAP_MAX_ADDRESS_BITS);
        return false;
    }
    return true;
}

/* Cuts the fields' masks into runs of ones. */
static void find_runs(rs_address_map *map)
{
    const uint64_t masks[] = {map->channel_mask, map->bank_mask, map->row_mask, map->column_mask};

    map->run_count = 0;
    for (uint32_t field = 0; field < 4; field++) {
        uint32_t filled = 0;

        for (uint64_t mask = masks[field]; mask != 0;) {
            uint32_t low = (uint32_t)__builtin_ctzll(mask);
            uint32_t bits = (uint32_t)__builtin_ctzll(~(mask >> low));
            rs_address_run *run = &map->run[map->run_count++];

            run->field = (uint8_t)field;
            run->from = (uint8_t)low;
            run->to = (uint8_t)filled;
            run->ones = (uint32_t)low_mask(bits);
            filled += bits;
            mask &= ~(low_mask(bits) << low);
        }
    }
}

/* What every value of a part of a line's number contributes to the fields, from what single bits do. */
static void find_parts(rs_address_map *map)
{
    static const uint32_t field_from[] = {RS_PLACE_CHANNEL, RS_PLACE_BANK, RS_PLACE_ROW, RS_PLACE_COLUMN};

    for (uint32_t i = 0; i < map->run_count; i++) {
        const rs_address_run *run = &map->run[i];

        for (uint32_t bit = 0; run->ones >> bit != 0; bit++) {
            const uint32_t of_line = run->from + bit - RS_LINE_SHIFT, one = 1U << of_line % RS_MAP_PART_BITS;
            uint64_t *part = map->part[of_line / RS_MAP_PART_BITS];

            for (uint32_t value = 0; value < RS_MAP_PART_VALUES; value++)
                if ((value & one) != 0)
                    part[value] |= UINT64_C(1) << (field_from[run->field] + run->to + bit);
        }
    }
}

bool rs_address_map_parse(rs_address_map *map, const char *text, uint32_t channels, rs_error *error)
{
    rs_address_map parsed;
    uint64_t byte_mask = 0;
    uint32_t letters = 0;
    long position = insert_position(&text);

    memset(&parsed, 0, sizeof(parsed));
    if (channels == 0 || (channels & (channels - 1)) != 0) {
        rs_error_set(error, "CHANNELS: found %u, expected a power of two", channels);
        return false;
    }
    if (position == -2) {
        rs_error_set(error, "ADDRESS_MAP: found '%.40s', expected 'dramid@N;' with N = %d to %d, then 64 letters", text,
                     RS_LINE_SHIFT, MAP_MAX_ADDRESS_BITS);
        return false;
    }
    for (const char *c = text; *c != '\0'; c++) {
        uint64_t bit;

        if (*c == '.' || *c == '|' || isspace((unsigned char)*c))
            continue;
        if (letters == MAP_LETTERS) {
            rs_error_set(error, "ADDRESS_MAP: found more than 64 letters, expected 64");
            return false;
        }
        bit = UINT64_C(1) << (MAP_LETTERS - 1 - letters++);
        switch (toupper((unsigned char)*c)) {
        case '0': break;
        case 'D': parsed.channel_mask |= bit; break;
        case 'B': parsed.bank_mask |= bit; break;
        case 'R': parsed.row_mask |= bit; break;
        case 'C': parsed.column_mask |= bit; break;
        case 'S': byte_mask |= bit; break;
        default:
            rs_error_set(error, "ADDRESS_MAP: found letter '%c' at position %u, expected one of 0 D R B C S", *c, letters);
            return false;
        }
    }
    if (letters != MAP_LETTERS) {
        rs_error_set(error, "ADDRESS_MAP: found %u letters, expected 64", letters);
        return false;
    }
    if (position >= 0) {
        uint32_t bits = count_bits(channels - 1);
        uint32_t at = (uint32_t)position;

        if (parsed.channel_mask != 0) {
            rs_error_set(error, "ADDRESS_MAP: found letter D together with 'dramid@', expected one of the two");
            return false;
        }
        parsed.bank_mask = mask_insert(parsed.bank_mask, at, bits);
        parsed.row_mask = mask_insert(parsed.row_mask, at, bits);
        parsed.column_mask = mask_insert(parsed.column_mask, at, bits);
        parsed.channel_mask = low_mask(bits) << at;
    }
    parsed.channel_bits = count_bits(parsed.channel_mask);
    parsed.bank_bits = count_bits(parsed.bank_mask);
    parsed.row_bits = count_bits(parsed.row_mask);
    parsed.column_bits = count_bits(parsed.column_mask);
    if (!check_fields(&parsed, byte_mask, channels, error))
        return false;
    parsed.address_bits =
        RS_LINE_SHIFT + parsed.channel_bits + parsed.bank_bits + parsed.row_bits + parsed.column_bits;
    find_runs(&parsed);
    find_parts(&parsed);
    *map = parsed;
    return true;
}

void rs_address_map_xor_banks(rs_address_map *map)
{
    const uint64_t banks = low_mask(map->bank_bits);

    for (uint32_t part = 0; part < RS_MAP_PARTS; part++)
        for (uint32_t value = 0; value < RS_MAP_PART_VALUES; value++)
            map->part[part][value] ^= (map->part[part][value] >> RS_PLACE_ROW & banks) << RS_PLACE_BANK;
    map->bank_xor = true;
}

uint64_t rs_address_encode(const rs_address_map *map, rs_location location)
{
    const uint32_t bank = location.bank ^ (map->bank_xor ? location.row & (uint32_t)low_mask(map->bank_bits) : 0);
    const uint32_t field[4] = {location.channel, bank, location.row, location.column};
    uint64_t address = 0;

    for (uint32_t i = 0; i < map->run_count; i++) {
        const rs_address_run *run = &map->run[i];

        address |= (uint64_t)(field[run->field] >> run->to & run->ones) << run->from;
    }
    return address;
}
