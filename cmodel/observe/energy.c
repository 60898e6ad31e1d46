/* Contract: energy.h. */
#include "observe/energy.h"

rs_energy rs_energy_of(const rs_config *config, const rs_metrics_results *results)
{
    const double picojoules = (double)results->activates * config->e_act + (double)results->precharges * config->e_pre +
                              (double)results->column_reads * config->e_rd + (double)results->column_writes * config->e_wr +
                              (double)results->refreshes * config->e_ref / (config->refresh == RS_REFRESH_BANK ? config->banks : 1);
    const double nanojoules_a_picojoule = 1e-3;
    rs_energy energy;
    energy.commands_nj = picojoules * config->chips * nanojoules_a_picojoule;
    energy.standby_nj = (double)results->cycles * config->channels * config->chips * config->e_standby * nanojoules_a_picojoule;
    energy.total_nj = energy.commands_nj + energy.standby_nj;
    energy.per_request_nj = results->requests != 0 ? energy.total_nj / (double)results->requests : 0;
    return energy;
}
