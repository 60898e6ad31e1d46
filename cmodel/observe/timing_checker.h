/* DRAM timing checker: watches the command and write-data pins of every channel and knows the rules of the
 * device. It shares no code with the controllers: each rule is stated as "from command A to command B, in this
 * scope, at least n cycles", with a time stamp per command and bank, in the manner of a data sheet.
 * Source: THESIS 1.3.2 and table 1.1; write latency, tWR, tRTP and tRTW as config.def states them.
 *
 * Distances are in cycles between two commands on the pins. B = BURST_CYCLES, L = CL for RD and WL for WR.
 *
 *   tRCD  ACT to RD           same bank      T_RCD         tWTR  WR to RD          channel     WL + B + T_WTR
 *   tRAS  ACT to PRE          same bank      T_RAS         tRTW  RD to WR          channel     T_RTW
 *   tRP   PRE to ACT          same bank      T_RP          tRTP  RD to PRE         same bank   T_RTP
 *         PRE to REF          channel        T_RP          tWR   WR to PRE         same bank   WL + B + T_WR
 *   tRC   ACT to ACT          same bank      T_RC          tRFC  REF to ACT, REF   channel     T_RFC
 *         ACT to REF          channel        T_RC
 *   tRRD  ACT to ACT          other banks    T_RRD
 *   with REFRESH = BANK, where REF is of one bank, the rules to and from REF are instead
 *   tRP   PRE to REF          same bank      T_RP          tRFC  REF to ACT, REF   same bank   T_RFC_PB
 *   tRC   ACT to REF          same bank      T_RC          tRREFD  REF to ACT, REF other banks T_RREFD
 *   tRRD  ACT to REF          other banks    T_RRD
 *   tCCD  RD, WR to RD, WR    channel        T_CCD
 *   tRCD_WR    ACT to WR         same bank   T_RCD_WR, or T_RCD if that is 0
 *   with BANK_GROUPS > 1, where bank b is in group b mod BANK_GROUPS
 *   tCCD_L     as tCCD, but not from WR to WR, bank group  T_CCD_L
 *   tCCD_L_WR  WR to WR          bank group  T_CCD_L_WR, or T_CCD_L if that is 0
 *   tWTR_L     WR to RD          bank group  WL + B + T_WTR_L, or none if that is 0
 *
 *   tFAW                 an ACT comes at least T_FAW cycles after the fourth ACT before it (T_FAW > 0)
 *   tREFI                T_REFI > 0: the n-th REF has come by cycle (n + 1) * T_REFI, that is, at most one
 *                        interval late; T_REFI = 0: the device has no REF. REFRESH = BANK: of T_REFI / banks cycles
 *   REF on open bank     all banks are closed at REF, or that of the REF
 *   REF in turn          REFRESH = BANK: of banks 0, 1, 2, ...
 *   data bus             the data of a RD or WR in cycle t own the bus in t + L .. t + L + B - 1; no cycle has two owners
 *   ACT on open bank     a bank is activated only while closed; all are closed after reset
 *   PRE on closed bank   and precharged only while open
 *   RD/WR on closed bank
 *   write data           wrdata_en is set exactly WL .. WL + B - 1 cycles after each WR
 *   request              column commands come in groups of config.columns of one kind, bank, row and line column, indices
 *                        0 .. columns - 1, with no other column command of the channel between
 *   range                bank, row and column exist in the device
 *   command              a command the device of this model has: NOP, ACT, PRE, RD, WR, with T_REFI > 0 REF
 */
#ifndef RS_TIMING_CHECKER_H
#define RS_TIMING_CHECKER_H

#include "rowstreak.h"

#ifdef __cplusplus
extern "C" {
#endif

enum rs_timing_rule {
    RS_RULE_TRCD, RS_RULE_TRAS, RS_RULE_TRP, RS_RULE_TRC, RS_RULE_TRRD, RS_RULE_TCCD, RS_RULE_TWTR, RS_RULE_TRTW,
    RS_RULE_TRTP, RS_RULE_TWR, RS_RULE_TRFC, RS_RULE_TRREFD, RS_RULE_TCCD_L,
    RS_RULE_TRCD_WR, RS_RULE_TWTR_L, RS_RULE_TCCD_L_WR,
    RS_RULE_DATA_BUS, RS_RULE_ACT_ON_OPEN, RS_RULE_PRE_ON_CLOSED, RS_RULE_COLUMN_ON_CLOSED, RS_RULE_WRITE_DATA,
    RS_RULE_REQUEST, RS_RULE_RANGE, RS_RULE_COMMAND, RS_RULE_TFAW, RS_RULE_TREFI, RS_RULE_REF_ON_OPEN,
    RS_RULE_REF_TURN,
    RS_RULE_COUNT
};

typedef struct rs_timing_violation {
    enum rs_timing_rule rule;
    uint32_t channel, bank;
    int64_t cycle;         /* of the offending command */
    int64_t earlier_cycle; /* of the command it is too close to, -1 where the rule has none */
    int64_t required;      /* cycles; for "write data" wrdata_en, for "request" and "range" the index or limit */
    int64_t found;
    char text[200]; /* one line, complete */
} rs_timing_violation;

typedef struct rs_timing_checker rs_timing_checker;

rs_timing_checker *rs_timing_checker_create(const rs_config *config, rs_error *error);
void rs_timing_checker_destroy(rs_timing_checker *checker);
/* As just created: cycle 0, all banks closed, nothing counted. */
void rs_timing_checker_reset(rs_timing_checker *checker);
/* Makes `to` what `from` is; both were created for the same configuration. So one can ask what a command would break
 * without giving it: assign, then observe with the copy. */
void rs_timing_checker_assign(rs_timing_checker *to, const rs_timing_checker *from);
/* pins[channels] of the next cycle, 0 in the first call. False when this cycle breaks a rule. */
bool rs_timing_checker_observe(rs_timing_checker *checker, const rs_dram_pins *pins);
/* Cycles in which pins without command and write data break no rule and change nothing but the time; UINT64_MAX: for ever. */
uint64_t rs_timing_checker_quiet_cycles(const rs_timing_checker *checker);
/* The same as so many cycles with such pins; cycles <= rs_timing_checker_quiet_cycles(). */
void rs_timing_checker_skip(rs_timing_checker *checker, uint64_t cycles);
/* The first violation, NULL if there was none. */
const rs_timing_violation *rs_timing_checker_first(const rs_timing_checker *checker);
/* Violations so far, of one rule. */
uint64_t rs_timing_checker_count(const rs_timing_checker *checker, enum rs_timing_rule rule);
/* "tRCD", "data bus", ... */
const char *rs_timing_rule_name(enum rs_timing_rule rule);

#ifdef __cplusplus
}
#endif
#endif
