/* Timing checker: for each rule that is a distance from command to command a sequence at exactly the legal distance passes, and the same
 * sequence one cycle tighter is reported once, under that rule's name and no other. */
#include "timing_bench.h"

enum device { PLAIN, GROUPS, REFRESHED, EACH }; /* two bank groups; REF of all banks; of one */

typedef struct step {
    uint32_t cycle;
    uint8_t command, bank;
    uint32_t address;
} step;

#define FIELD(name) (uint32_t)offsetof(rs_config, name)
#define ACT(cycle, bank) {cycle, RS_DRAM_ACT, bank, 7}
#define PRE(cycle, bank) {cycle, RS_DRAM_PRE, bank, 0}
#define REF(cycle, bank) {cycle, RS_DRAM_REF, bank, 0}
/* Both column commands of a request; that to line column c is to columns 2 c and 2 c + 1. */
#define RDS(cycle, bank, c) {cycle, RS_DRAM_RD, bank, 2 * (c)}, {(cycle) + 2, RS_DRAM_RD, bank, 2 * (c) + 1}
#define WRS(cycle, bank, c) {cycle, RS_DRAM_WR, bank, 2 * (c)}, {(cycle) + 2, RS_DRAM_WR, bank, 2 * (c) + 1}
/* One of them. */
#define RD(cycle, bank, column) {cycle, RS_DRAM_RD, bank, column}
#define WR(cycle, bank, column) {cycle, RS_DRAM_WR, bank, column}

/* With `field` = value, the commands `after` come, their cycles counted from so many behind cycle `from` of those `before`. All other
 * distances are long, and their rules short. */
static const struct row {
    enum rs_timing_rule rule;
    uint32_t field, value, distance;
    enum device device;
    uint32_t from;
    step before[7], after[2];
} rows[] = {
    {RS_RULE_TRCD, FIELD(t_rcd), 12, 12, PLAIN, 10, {ACT(10, 1)}, {RDS(0, 1, 3)}},
    {RS_RULE_TRCD_WR, FIELD(t_rcd), 12, 12, PLAIN, 10, {ACT(10, 1)}, {WRS(0, 1, 3)}},
    {RS_RULE_TRCD_WR, FIELD(t_rcd_wr), 12, 12, PLAIN, 10, {ACT(10, 1)}, {WRS(0, 1, 3)}},
    {RS_RULE_TRAS, FIELD(t_ras), 21, 21, PLAIN, 10, {ACT(10, 3)}, {PRE(0, 3)}},
    {RS_RULE_TRP, FIELD(t_rp), 13, 13, PLAIN, 50, {ACT(10, 0), PRE(50, 0)}, {ACT(0, 0)}},
    {RS_RULE_TRC, FIELD(t_rc), 34, 34, PLAIN, 10, {ACT(10, 0), PRE(12, 0)}, {ACT(0, 0)}},
    {RS_RULE_TRRD, FIELD(t_rrd), 8, 8, PLAIN, 10, {ACT(10, 0)}, {ACT(0, 2)}},
    {RS_RULE_TCCD, FIELD(t_ccd), 5, 5, PLAIN, 30, {ACT(10, 0), RD(30, 0, 0)}, {RD(0, 0, 1)}},
    {RS_RULE_TCCD, FIELD(t_ccd), 5, 5, PLAIN, 30, {ACT(10, 0), WR(30, 0, 0)}, {WR(0, 0, 1)}},
    /* in different banks: the rule is the channel's */
    {RS_RULE_TWTR, FIELD(t_wtr), 5, 4 + 2 + 5, PLAIN, 32, {ACT(10, 0), ACT(20, 1), WRS(30, 0, 5)}, {RDS(0, 1, 6)}},
    {RS_RULE_TRTW, FIELD(t_rtw), 9, 9, PLAIN, 32, {ACT(10, 0), ACT(20, 1), RDS(30, 0, 5)}, {WRS(0, 1, 6)}},
    {RS_RULE_TRTP, FIELD(t_rtp), 6, 6, PLAIN, 32, {ACT(10, 0), RDS(30, 0, 5)}, {PRE(0, 0)}},
    {RS_RULE_TWR, FIELD(t_wr), 10, 4 + 2 + 10, PLAIN, 32, {ACT(10, 0), WRS(30, 0, 5)}, {PRE(0, 0)}},
    {RS_RULE_TFAW, FIELD(t_faw), 40, 40, PLAIN, 10, {ACT(10, 0), ACT(12, 1), ACT(14, 2), PRE(15, 0), ACT(16, 3)}, {ACT(0, 0)}},
    /* banks 1 and 3 of 4, or 0 and 2, are of one group of two */
    {RS_RULE_TCCD_L, FIELD(t_ccd_l), 5, 5, GROUPS, 60, {ACT(10, 1), ACT(20, 3), RD(30, 1, 10), RD(60, 1, 11)}, {RD(0, 3, 12), RD(60, 3, 13)}},
    {RS_RULE_TCCD_L, FIELD(t_ccd_l), 19, 19, GROUPS, 80, {ACT(10, 0), ACT(20, 2), RD(30, 0, 0), RD(80, 0, 1)}, {WR(0, 2, 6), WR(90, 2, 7)}},
    {RS_RULE_TCCD_L, FIELD(t_ccd_l), 19, 19, GROUPS, 80, {ACT(10, 0), ACT(20, 2), WR(30, 0, 0), WR(80, 0, 1)}, {RD(0, 2, 6), RD(90, 2, 7)}},
    {RS_RULE_TCCD_L_WR, FIELD(t_ccd_l), 19, 19, GROUPS, 80, {ACT(10, 0), ACT(20, 2), WR(30, 0, 0), WR(80, 0, 1)}, {WR(0, 2, 6), WR(90, 2, 7)}},
    {RS_RULE_TCCD_L_WR, FIELD(t_ccd_l_wr), 19, 19, GROUPS, 80, {ACT(10, 0), ACT(20, 2), WR(30, 0, 0), WR(80, 0, 1)}, {WR(0, 2, 6), WR(90, 2, 7)}},
    /* also with a RD between */
    {RS_RULE_TCCD_L_WR, FIELD(t_ccd_l_wr), 90, 90, GROUPS, 120,
     {ACT(10, 0), ACT(20, 2), WR(30, 0, 0), WR(120, 0, 1), RDS(140, 2, 3)}, {WR(0, 2, 8), WR(90, 2, 9)}},
    {RS_RULE_TWTR_L, FIELD(t_wtr_l), 7, 4 + 2 + 7, GROUPS, 32, {ACT(10, 0), ACT(20, 2), WRS(30, 0, 5)}, {RDS(0, 2, 6)}},
    {RS_RULE_TWTR_L, FIELD(t_wtr_l), 47, 4 + 2 + 47, GROUPS, 32,
     {ACT(10, 0), ACT(20, 1), WRS(30, 0, 5), WRS(50, 1, 5)}, {RDS(0, 0, 6)}},
    {RS_RULE_TRP, FIELD(t_rp), 13, 13, REFRESHED, 80, {ACT(10, 2), PRE(80, 2)}, {REF(0, 0)}},
    {RS_RULE_TRC, FIELD(t_rc), 34, 34, REFRESHED, 80, {ACT(80, 2), PRE(82, 2)}, {REF(0, 0)}},
    {RS_RULE_TRFC, FIELD(t_rfc), 30, 30, REFRESHED, 50, {REF(50, 0)}, {ACT(0, 3)}},
    {RS_RULE_TRFC, FIELD(t_rfc), 30, 30, REFRESHED, 50, {REF(50, 0)}, {REF(0, 0)}},
    {RS_RULE_TRP, FIELD(t_rp), 13, 13, EACH, 80, {ACT(10, 0), PRE(80, 0)}, {REF(0, 0)}},
    {RS_RULE_TRC, FIELD(t_rc), 34, 34, EACH, 80, {ACT(80, 0), PRE(82, 0)}, {REF(0, 0)}},
    {RS_RULE_TRRD, FIELD(t_rrd), 8, 8, EACH, 80, {ACT(80, 1)}, {REF(0, 0)}},
    {RS_RULE_TRFC, FIELD(t_rfc_pb), 30, 30, EACH, 50, {REF(50, 0)}, {ACT(0, 0)}},
    {RS_RULE_TRREFD, FIELD(t_rrefd), 9, 9, EACH, 50, {REF(50, 0)}, {ACT(0, 3)}},
    {RS_RULE_TRREFD, FIELD(t_rrefd), 9, 9, EACH, 50, {REF(50, 0)}, {REF(0, 1)}},
    /* tCCD, tRTW and tWTR are 1, so that only the bus can object */
    {RS_RULE_DATA_BUS, FIELD(t_ccd), 1, 2, PLAIN, 30, {ACT(10, 0), RD(30, 0, 0)}, {RD(0, 0, 1)}},
    {RS_RULE_DATA_BUS, FIELD(t_ccd), 1, 2, PLAIN, 30, {ACT(10, 0), WR(30, 0, 0)}, {WR(0, 0, 1)}},
    /* read data of the last RD end 9 + 2 cycles after it, write data start 4 after the WR */
    {RS_RULE_DATA_BUS, FIELD(t_rtw), 1, 9 + 2 - 4, PLAIN, 32, {ACT(10, 0), ACT(20, 1), RDS(30, 0, 5)}, {WRS(0, 1, 6)}},
};

static void play(bench *b, const struct row *row, uint32_t distance)
{
    bench_open(b);
    if (row->device == GROUPS) {
        b->config.bank_groups = 2;
    } else if (row->device == REFRESHED) {
        b->config.t_refi = 250;
    } else if (row->device == EACH) {
        each(b);
    }
    memcpy((char *)&b->config + row->field, &row->value, sizeof row->value);
    for (const step *s = row->before; s < row->before + 7 && s->command != RS_DRAM_NOP; s++) {
        put(b, s->cycle, s->command, s->bank, s->address);
    }
    for (const step *s = row->after; s < row->after + 2 && s->command != RS_DRAM_NOP; s++) {
        put(b, row->from + distance + s->cycle, s->command, s->bank, s->address);
    }
}

static void test_distances(void **state)
{
    static bench b;

    (void)state;
    for (size_t i = 0; i < sizeof rows / sizeof rows[0]; i++) {
        play(&b, &rows[i], rows[i].distance);
        expect_clean(&b);
        play(&b, &rows[i], rows[i].distance - 1);
        expect_only(&b, rows[i].rule, rows[i].distance, rows[i].distance - 1);
    }
}

/* Column commands of other bank groups may come sooner; without bank groups T_CCD_L says nothing. */
static void test_bank_groups(void **state)
{
    (void)state;
    for (uint32_t groups = 1; groups <= 2; groups++) {
        static bench b;
        bench_open(&b);
        b.config.bank_groups = groups;
        b.config.t_ccd_l = 20;
        put(&b, 10, RS_DRAM_ACT, 1, 7);
        put(&b, 12, RS_DRAM_ACT, 2, 7);
        put(&b, 30, RS_DRAM_RD, 1, 0);
        put(&b, 50, RS_DRAM_RD, 1, 1);
        put(&b, 53, RS_DRAM_RD, 2, 0); /* the other group's turn */
        put(&b, 73, RS_DRAM_RD, 2, 1);
        expect_clean(&b);
    }
}

/* What a longer time leaves alone: a WR does not wait for tRCD, a RD not for tCCD_L_WR, another bank group not for tWTR_L; and without bank
 * groups the last two say nothing. */
static void test_finer_times(void **state)
{
    static bench b;

    (void)state;
    for (uint32_t groups = 1; groups <= 2; groups++) {
        bench_open(&b);
        b.config.bank_groups = groups;
        b.config.t_rcd = 80;
        b.config.t_rcd_wr = 20;
        b.config.t_wtr_l = 60;
        b.config.t_ccd_l_wr = 50;
        put(&b, 10, RS_DRAM_ACT, 0, 7);
        put(&b, 12, RS_DRAM_ACT, 1, 7);
        put(&b, 30, RS_DRAM_WR, 0, 0);
        put(&b, groups == 1 ? 32 : 80, RS_DRAM_WR, 0, 1);
        put_request(&b, 92, RS_DRAM_RD, 1, 3); /* 80 after its ACT, less than 6 + 60 after the last WR */
        put_request(&b, groups == 1 ? 100 : 80 + 66, RS_DRAM_RD, 0, 5);
        expect_clean(&b);
    }
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(test_distances),
        cmocka_unit_test(test_bank_groups),
        cmocka_unit_test(test_finer_times),
    };
    return cmocka_run_group_tests_name("timing_distances", tests, NULL, NULL);
}
