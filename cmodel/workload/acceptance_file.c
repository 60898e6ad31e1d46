/* Contract: acceptance_file.h. */
#include "workload/acceptance_file.h"

#include <string.h>

enum { LONGEST_LINE = 254 };

static const char line_form[] = "'<cycle> <channel> <bank> <row> R|W <sm>'";

bool rs_acceptance_open(rs_acceptance_reader *reader, const rs_config *config, const char *path, rs_error *error)
{
    memset(reader, 0, sizeof(*reader));
    reader->channels = config->channels;
    reader->banks = config->banks;
    reader->sms = config->sms;
    reader->last_row = (UINT64_C(1) << config->map.row_bits) - 1;
    return rs_scanner_open_lines(&reader->scanner, path, LONGEST_LINE, line_form, error);
}

static bool read_number(rs_acceptance_reader *reader, uint64_t most, const char *what, uint64_t *number)
{
    const enum rs_scan found = rs_scan_number(&reader->scanner, 0, most, what, number);

    return found == RS_SCAN_VALUE || (found == RS_SCAN_LINE_END && rs_scan_fail_here(&reader->scanner, line_form));
}

static bool read_kind(rs_acceptance_reader *reader, bool *write)
{
    char word[4] = "";

    if (rs_scan_word(&reader->scanner, word, sizeof(word)) == RS_SCAN_LINE_END)
        return rs_scan_fail_here(&reader->scanner, line_form);
    *write = strcmp(word, "W") == 0;
    if (*write || strcmp(word, "R") == 0)
        return true;
    return rs_scan_fail(&reader->scanner, reader->scanner.line, "found '%s', expected R or W", rs_text_shown(word, strlen(word)).text);
}

bool rs_acceptance_next(rs_acceptance_reader *reader, rs_acceptance *acceptance, bool *good)
{
    rs_scanner *scanner = &reader->scanner;
    uint64_t channel, bank, row, sm;
    uint32_t line;

    if (!rs_scan_skip_blank_lines(scanner)) {
        *good = rs_scanner_good(scanner) &&
                (reader->any || rs_scan_fail(scanner, scanner->line, "found the end of the file, expected %s", line_form));
        return false;
    }
    line = scanner->line;
    *good = read_number(reader, RS_ACCEPTANCE_MAX_CYCLE, "the cycle", &acceptance->cycle) &&
            read_number(reader, reader->channels - 1, "the channel", &channel) &&
            read_number(reader, reader->banks - 1, "the bank", &bank) && read_number(reader, reader->last_row, "the row", &row) &&
            read_kind(reader, &acceptance->write) && read_number(reader, reader->sms - 1, "the SM", &sm) &&
            rs_scan_line_end(scanner, "the end of the line");
    if (!*good)
        return false;
    if (acceptance->cycle < reader->least[channel])
        return *good = rs_scan_fail(scanner, line, "found cycle %llu of channel %u, expected %llu or more: it has accepted one in the cycle before that",
                                    (unsigned long long)acceptance->cycle, (unsigned)channel, (unsigned long long)reader->least[channel]);
    reader->least[channel] = acceptance->cycle + 1;
    acceptance->channel = (uint8_t)channel;
    acceptance->bank = (uint8_t)bank;
    acceptance->row = (uint32_t)row;
    acceptance->sm = (uint8_t)sm;
    return reader->any = true;
}

void rs_acceptance_close(rs_acceptance_reader *reader)
{
    rs_scanner_close(&reader->scanner);
}
