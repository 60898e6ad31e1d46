#include "machine/request_ports.h"

#include <stdlib.h>
#include <string.h>

bool rs_superpackets_create(rs_superpackets *superpackets, const rs_config *config)
{
    if (config->superpacket == 1)
        return true;
    superpackets->sms = (rs_superpacket *)calloc(config->sms, sizeof *superpackets->sms);
    return superpackets->sms != NULL;
}

void rs_superpackets_reset(rs_superpackets *superpackets, const rs_config *config)
{
    if (superpackets->sms != NULL)
        memset(superpackets->sms, 0, config->sms * sizeof *superpackets->sms);
    superpackets->full = rs_set_below(0);
}

void rs_superpackets_ready(const rs_superpackets *superpackets, const rs_config *config, rs_set *ready)
{
    const rs_set all = rs_set_below(config->sms);

    for (uint32_t k = 0; k < config->sm_words; k++)
        ready->word[k] |= all.word[k] & ~superpackets->full.word[k];
}

/* The same of an SM that holds a flit or sends one. */
static bool step(rs_superpackets *superpackets, const rs_config *config, uint32_t sm_from, const rs_path_inputs *inputs, uint32_t sm,
                 bool sends, bool ready, rs_path_network *network)
{
    rs_superpacket *own = &superpackets->sms[sm];
    const bool offers = rs_set_has(&inputs->request_valid, sm), leaves = own->full && ready;
    rs_routed_flit offered, out;
    bool changed;

    if (offers)
        rs_request_take(config, sm_from, sm, &inputs->request[sm], &offered);
    changed = rs_superpacket_look(own, offers ? &offered : NULL, config->superpacket, &out);
    if (leaves) {
        rs_routed_flit *place = rs_path_network_place(network, sm);

        *place = out;
        rs_request_enter(network, config->banks, sm, place);
    }
    rs_superpacket_step(own, leaves, sends ? &offered : NULL);
    rs_set_put(&superpackets->full, sm, own->full);
    return changed || leaves || sends;
}

bool rs_superpackets_step(rs_superpackets *superpackets, const rs_config *config, uint32_t sm_from, const rs_path_inputs *inputs,
                          const rs_set *moving, const rs_set *ready, rs_path_network *network)
{
    bool changed = false;

    RS_EACH(sm, k, config->sm_words, superpackets->full.word[k] | moving->word[k]) {
        changed |= step(superpackets, config, sm_from, inputs, sm, rs_set_has(moving, sm), rs_set_has(ready, sm), network);
    }
    return changed;
}

void rs_in_flight_step(rs_in_flight *counters, const rs_config *config, uint32_t write_bit, const rs_path_inputs *inputs,
                       const rs_set *sending, const rs_path_outputs *outputs, const rs_set *taken, uint8_t *shown)
{
    const uint32_t words = config->sm_words;

    RS_EACH(sm, k, words, counters->changed.word[k]) {
        shown[sm] = (uint8_t)(counters->count[sm] < RS_LOAD_MAX ? counters->count[sm] : RS_LOAD_MAX);
    }
    rs_set_clear(&counters->changed, words);
    RS_EACH(sm, k, words, sending->word[k]) {
        if (!inputs->request[sm].head || (inputs->request[sm].header >> write_bit & 1) != 0)
            continue;
        counters->count[sm]++;
        rs_set_add(&counters->changed, sm);
    }
    RS_EACH(sm, k, words, taken->word[k]) {
        if (!outputs->reply[sm].head)
            continue;
        counters->count[sm]--;
        rs_set_add(&counters->changed, sm);
    }
}
