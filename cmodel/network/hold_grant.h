/* Twin of rtl/network/rs_hold_grant.v: hold grant around any allocator (THESIS 4.3). The rules, the bound of the
 * wait guard and the cases that surprise are written down in the RTL's header. */
#ifndef RS_HOLD_GRANT_H
#define RS_HOLD_GRANT_H

#include "rowstreak.h"

#ifdef __cplusplus
extern "C" {
#endif

enum { RS_HOLD_MAX = RS_SET_MAX, RS_HOLD_ROWS = RS_HOLD_MAX * RS_MAX_BANKS }; /* inputs, outputs; rows kept */

/* What the packet at an input is for. */
typedef struct rs_hold_key {
    uint32_t row;
    uint8_t bank;
} rs_hold_key;

typedef struct rs_hold_grant {
    uint32_t inputs, outputs;
    uint32_t policy, hash_bits, limit; /* enum rs_hold_policy; limit 0: none */
    bool guard;
    bool pair_keys;                    /* keys are given per pair, [input * outputs + output], not per input */
    int16_t holder[RS_HOLD_MAX];       /* per output: the input it holds, -1 none ... */
    int16_t holding[RS_HOLD_MAX];      /* ... and per input the output that holds it */
    bool held[RS_HOLD_MAX];            /* per output, this cycle: its hold counts */
    uint8_t count[RS_HOLD_MAX];        /* consecutive held grants */
    uint8_t visit[RS_HOLD_MAX];        /* input the guard visits */
    uint32_t last_hash[RS_HOLD_MAX];
    uint32_t banks;                    /* values of a key's bank, RS_MAX_BANKS after init; outputs * banks at most RS_HOLD_ROWS */
    uint32_t last_row[RS_HOLD_ROWS];   /* [output * banks + bank] */
} rs_hold_grant;

/* State after reset. */
void rs_hold_grant_init(rs_hold_grant *hold, uint32_t inputs, uint32_t outputs, uint32_t policy, uint32_t hash_bits,
                        uint32_t limit, bool guard);

/* The row XOR-folded to `bits` bits. */
uint32_t rs_hold_hash(uint32_t row, uint32_t bits);

/* columns[o], o in active: inputs with a live request, active = outputs that arbitrate. Writes the masked request
 * columns that the allocator is to see; keys is indexed by input, or by pair (pair_keys, false after init). */
void rs_hold_grant_mask(rs_hold_grant *hold, const rs_set *columns, const rs_set *active, const rs_hold_key *keys, rs_set *masked);
/* Clock edge: the outputs in `granted` went to winner[o]; columns and active as given to the mask. */
void rs_hold_grant_update(rs_hold_grant *hold, const rs_set *columns, const rs_set *active, const rs_hold_key *keys,
                          const rs_set *granted, const uint8_t *winner);

/* The same where no input stands in two columns, so that outputs do not see each other, one output at a time: the only input of its
 * masked column, -1 where the mask leaves the column as it is; and the clock edge, of an output that went to `winner`. */
int32_t rs_hold_grant_only(rs_hold_grant *hold, uint32_t output, const rs_set *column, const rs_hold_key *keys);
void rs_hold_grant_given(rs_hold_grant *hold, uint32_t output, const rs_set *column, const rs_hold_key *keys, uint32_t winner);

#ifdef __cplusplus
}
#endif
#endif
