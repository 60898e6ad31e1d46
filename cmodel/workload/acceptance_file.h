/* Files of acceptances: what the controllers of a machine have accepted into their queues, in the order of acceptance.
 *
 * A line an acceptance, blank-separated, decimal; plain or gzip; blank lines and those that begin with '%' are skipped:
 *   cycle channel bank row R|W sm
 * The cycles of one controller rise: it accepts at most one request a cycle. Those of different controllers may stand in any
 * order, so that files of one controller each can be joined. Errors name file:line. */
#ifndef RS_ACCEPTANCE_FILE_H
#define RS_ACCEPTANCE_FILE_H

#include "workload/text_scanner.h"

#ifdef __cplusplus
extern "C" {
#endif

/* The last cycle that an acceptance may have. */
#define RS_ACCEPTANCE_MAX_CYCLE UINT64_C(1000000000000000)

typedef struct rs_acceptance {
    uint64_t cycle;
    uint32_t row;
    uint8_t channel, bank, sm;
    bool write;
} rs_acceptance;

typedef struct rs_acceptance_reader {
    rs_scanner scanner;
    uint64_t least[RS_MAX_CHANNELS]; /* the first cycle that the controller's next acceptance may have */
    uint32_t channels, banks, sms;
    uint64_t last_row;
    bool any;
} rs_acceptance_reader;

/* config is finished; the path must live as long. False: error is set, nothing is to be closed. */
bool rs_acceptance_open(rs_acceptance_reader *reader, const rs_config *config, const char *path, rs_error *error);
/* False at the end of the file, or with an error text on bad input, a file without acceptances included: *good tells which. */
bool rs_acceptance_next(rs_acceptance_reader *reader, rs_acceptance *acceptance, bool *good);
void rs_acceptance_close(rs_acceptance_reader *reader);

#ifdef __cplusplus
}
#endif
#endif
