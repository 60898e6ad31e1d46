/* Analytical model of a DRAM controller: its DRAM efficiency from the banks and rows of the requests that it accepts, in the order
 * of acceptance and without times. THESIS 3 (equations 3.1 and 3.5, figure 3.3).
 *
 * A window of as many requests as the controller's queue holds moves over them. Requests to a row that is open are served and leave
 * the window at once, the others wait in it until it is full. Then a period of the prediction begins: rows are opened, the requests
 * to them leave, and the window is filled again. With
 *   S    data cycles of a request
 *   t_i  data cycles of the requests that bank i serves in the period
 *   j    the bank whose row was opened first in the period
 * a period takes T = max(tRC, tRP + tRCD + t_j) cycles, in min(T, sum of all t_i) of which the data bus is busy. Efficiency is the
 * sum of these over the sum of the T. Which rows are opened:
 *   NO        no activate overlap: that of the oldest request
 *   FULL      full activate overlap: of each bank that of its oldest request; j as with NO
 *   NO_MP     most-pending: the row with most requests, of equal ones that of the oldest request
 *   FULL_MP   of each bank the row with most requests; j as with NO_MP
 *
 * The requests before the first period, which only fill the window, are of no period, unless rows were open before them: then
 * these are a period of their own with j the bank of the very first request. The last period counts as it is, with a window that is not full.
 * Not modelled, as in THESIS: tRRD, tFAW, read to write turnaround, refresh, arrival times. Nothing is allocated. */
#ifndef RS_DRAM_MODEL_H
#define RS_DRAM_MODEL_H

#include "rowstreak.h"

#ifdef __cplusplus
extern "C" {
#endif

enum { RS_DRAM_MODEL_QUEUE = 64 }; /* the longest window */

enum rs_dram_model_mode { RS_DRAM_MODEL_NO, RS_DRAM_MODEL_FULL, RS_DRAM_MODEL_NO_MP, RS_DRAM_MODEL_FULL_MP };

typedef struct rs_dram_period {
    uint32_t first_bank;      /* j */
    uint64_t t[RS_MAX_BANKS]; /* data cycles, by bank */
    uint64_t data_cycles;     /* all t_i, at most cycles */
    uint64_t cycles;          /* T */
} rs_dram_period;

typedef struct rs_dram_model {
    enum rs_dram_model_mode mode;
    uint32_t queue, request_cycles, t_rc, t_open, bank_bits, banks;
    /* The window: rows with requests that wait, by the age of the oldest one, and how many each has. A row is row * banks + bank. */
    uint32_t row[RS_DRAM_MODEL_QUEUE], requests[RS_DRAM_MODEL_QUEUE];
    uint32_t rows, waiting;            /* of these; requests of all */
    uint32_t open_row[RS_MAX_BANKS];
    uint32_t open_banks;               /* a bit a bank with an open row */
    bool started, counts;              /* a request came; the period under way counts */
    rs_dram_period period;             /* under way */
    uint64_t data_cycles, cycles;      /* of all periods that have ended */
    void (*ended)(void *user, const rs_dram_period *period); /* a period has ended; NULL: nobody wants to know */
    void *user;
} rs_dram_model;

/* config is finished; 1 <= queue <= RS_DRAM_MODEL_QUEUE, in place of the configuration's. All rows are closed. */
void rs_dram_model_init(rs_dram_model *model, const rs_config *config, enum rs_dram_model_mode mode, uint32_t queue);
/* Before the first request: a row is open. */
void rs_dram_model_open(rs_dram_model *model, uint32_t bank, uint32_t row);
/* The next request. */
void rs_dram_model_push(rs_dram_model *model, uint32_t bank, uint32_t row);
/* After the last request: empties the window. */
void rs_dram_model_finish(rs_dram_model *model);
/* The prediction, of the periods that have ended; not a number without any. */
double rs_dram_model_efficiency(const rs_dram_model *model);

#ifdef __cplusplus
}
#endif
#endif
