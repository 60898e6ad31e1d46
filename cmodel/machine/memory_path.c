/* Twin of rtl/machine/rs_memory_path.v. */
#include "machine/memory_path_state.h"

static uint64_t bit(uint32_t index)
{
    return UINT64_C(1) << index;
}

/* words: of a set of SMs. */
RS_SET_INLINE void publish(rs_path *path, uint32_t words)
{
    rs_path_outputs *out = &path->outputs;

    for (uint32_t k = 0; k < words; k++) { /* not the sets at once: a word has just been written */
        out->request_ready.word[k] = rs_path_network_ready(&path->request)->word[k];
        out->reply_valid.word[k] = rs_path_network_valid(&path->reply, 0)->word[k];
    }
    if (path->joining.sms != NULL)
        rs_superpackets_ready(&path->joining, &path->config, &out->request_ready);
    RS_EACH(sm, k, words, out->reply_valid.word[k]) {
        out->reply[sm] = rs_path_network_front(&path->reply, sm, 0)->flit;
    }
    out->idle = rs_path_network_empty(&path->request) && rs_path_network_empty(&path->reply) && !rs_set_any(&path->joining.full, words);
    for (uint64_t rest = path->active; rest != 0 && out->idle; rest &= rest - 1)
        out->idle = rs_dram_controller_idle(&path->controller[__builtin_ctzll(rest)]) &&
                    (path->slice == NULL || rs_memory_slice_idle(&path->slice[__builtin_ctzll(rest)]));
}

void rs_path_publish(rs_path *path)
{
    publish(path, path->config.sm_words);
}

/* Flits that the SMs send in this cycle. */
RS_SET_INLINE void push_requests(rs_path *path, const rs_path_inputs *inputs, const rs_set *moving, uint32_t words)
{
    RS_EACH(sm, k, words, moving->word[k]) {
        rs_routed_flit *place = rs_path_network_place(&path->request, sm);

        rs_request_take(&path->config, path->sm_from, sm, &inputs->request[sm], place);
        rs_request_enter(&path->request, path->config.banks, sm, place);
    }
}

/* Does a head flit in front of this controller, in any VC, wait for a place of its bank? */
static bool waits_for_bank(const rs_path *path, uint32_t channel)
{
    const rs_crossbar *network = &path->request.crossbar;

    for (uint32_t v = 0; v < network->sizes.vcs; v++)
        if (rs_set_has(&network->out_valid[v], channel) &&
            rs_dram_controller_bank_full(&path->controller[channel], rs_crossbar_front(network, channel, v)))
            return true;
    return false;
}

/* The flit that a mesh or ring has in front of a controller, with the route that the crossbar's flits bring along; NULL: none. */
RS_APART const rs_routed_flit *routed_flit(rs_path *path, uint32_t channel)
{
    rs_routed_flit *arrived = &path->arrived[channel];

    if (!rs_set_has(rs_path_network_valid(&path->request, 0), channel))
        return NULL;
    *arrived = *rs_path_network_front(&path->request, channel, 0);
    if (!path->controller[channel].in_write) /* a header */
        arrived->route = rs_request_route(&path->config, arrived->flit.header);
    return arrived;
}

/* The flit that the request network offers a controller in this cycle, and the VC it comes from; NULL: none. */
RS_SET_INLINE const rs_routed_flit *offered_flit(rs_path *path, uint32_t channel, uint32_t vcs, uint32_t *w)
{
    const rs_crossbar *network = &path->request.crossbar;
    const rs_vc_merge *merge = &path->merge[channel];
    uint32_t valid = 0, acceptable = 0;

    *w = 0;
    if (path->request.routed != NULL)
        return routed_flit(path, channel);
    if (vcs == 1)
        return rs_set_has(&network->out_valid[0], channel) ? rs_crossbar_front(network, channel, 0) : NULL;
    for (uint32_t v = 0; v < vcs; v++)
        valid |= (uint32_t)rs_set_has(&network->out_valid[v], channel) << v;
    if (!merge->midway)
        for (uint32_t rest = valid; rest != 0; rest &= rest - 1)
            if (path->slice != NULL || rs_dram_controller_room(&path->controller[channel],
                                         rs_crossbar_front(network, channel, (uint32_t)__builtin_ctz(rest))))
                acceptable |= rest & -rest;
    *w = rs_vc_merge_offer(merge, valid, acceptable, vcs);
    return *w < vcs ? rs_crossbar_front(network, channel, *w) : NULL;
}

/* One clock edge of the request network. Returns whether it changed anything. With BANK_READY the packets that it grants
 * are on their way to their bank from now on. */
static bool step_requests(rs_path *path, const rs_set *taken, const uint32_t *room)
{
    const rs_crossbar *network = &path->request.crossbar;
    bool changed = rs_path_network_step(&path->request, taken, room);

    if (room != NULL)
        RS_EACH(channel, k, 1, network->granted.word[k]) {
            rs_bank_credits_granted(&path->credits[channel], network->granted_bank[channel]);
        }
    return changed;
}

/* A reply flit goes from a controller, or the L2 bank in front of it, into the reply network. */
static void enter_reply(rs_path *path, uint32_t channel, rs_routed_flit *place)
{
    place->route.output = (uint8_t)(place->flit.header >> path->config.tag_bits & path->sm_mask); /* of a head; else it means nothing */
    rs_path_network_enter(&path->reply, channel);
}

/* One clock edge of a controller and the L2 bank in front of it. request: the flit that the bank takes, or NULL; room: the reply
 * network takes a flit. Returns whether one enters it. */
static bool step_slice(rs_path *path, uint32_t channel, const rs_routed_flit *request, const rs_dram_return *returned, bool room)
{
    rs_memory_slice *slice = &path->slice[channel];
    rs_dram_controller *controller = &path->controller[channel];
    rs_routed_flit asked, *place = rs_path_network_place(&path->reply, channel);
    rs_flit fill;
    bool asks, fills, replies;

    asks = rs_memory_slice_dram(slice, &asked.flit);
    if (asks && asked.flit.head)
        asked.route = rs_request_route(&path->config, asked.flit.header);
    asks = asks && rs_dram_controller_ready(controller, &asked);
    fills = rs_memory_slice_fill_ready(slice) && rs_dram_controller_reply(controller, &fill);
    replies = room && rs_memory_slice_reply(slice, &place->flit);
    rs_memory_slice_step(slice, request != NULL ? &request->flit : NULL, fills ? &fill : NULL, replies, asks);
    rs_dram_controller_step(controller, asks ? &asked : NULL, returned, fills);
    if (replies)
        enter_reply(path, channel, place);
    return replies;
}

/* One clock edge of the active controllers with their L2 banks. room: those from which the reply network takes a flit. taken[w]: those
 * that take a flit of VC w. Returns whether any flit entered the reply network or data came from the DRAM. */
static bool step_slices(rs_path *path, const rs_path_inputs *inputs, uint64_t room, rs_set *taken)
{
    const uint32_t vcs = path->vcs;
    uint64_t commands = 0, accepting = 0;
    bool moved = false;

    RS_EACH_OF_WORD(channel, 0, path->active) {
        rs_dram_controller *controller = &path->controller[channel];
        const rs_routed_flit *flit;
        uint32_t w;
        bool takes;

        path->slice[channel].now = controller->now = path->now; /* they may have slept */
        flit = offered_flit(path, channel, vcs, &w);
        takes = flit != NULL && rs_memory_slice_ready(&path->slice[channel]);
        if (flit != NULL)
            rs_vc_merge_step(&path->merge[channel], w, takes && flit->flit.tail, vcs);
        if (takes)
            taken[w].word[0] |= bit(channel);
        else
            flit = NULL;
        moved |= step_slice(path, channel, flit, &inputs->dram[channel], (room & bit(channel)) != 0);
        moved |= inputs->dram[channel].rddata_valid;
        path->outputs.accept[channel] = path->slice[channel].accept;
        commands |= (uint64_t)(controller->pins->command != RS_DRAM_NOP) << channel;
        accepting |= (uint64_t)controller->accept->valid << channel;
        if (rs_dram_controller_quiet(controller, controller->now) && rs_memory_slice_quiet(&path->slice[channel]))
            path->active &= ~bit(channel);
    }
    path->outputs.commands = commands;
    path->outputs.accepting = accepting;
    return moved;
}

/* Controllers without L2 banks that take a flit, and the flit of each; taken[w]: those that take one of VC w. Shows those at which a
 * packet waits for its bank's queue. */
RS_SET_INLINE uint64_t take_requests(rs_path *path, uint64_t offered, rs_set *taken, const rs_routed_flit **flits, uint32_t vcs)
{
    uint64_t taking = 0, waits = path->blocked;

    RS_EACH_OF_WORD(channel, 0, offered & ~waits) {
        const rs_dram_controller *controller = &path->controller[channel];
        uint32_t w;
        const rs_routed_flit *flit = offered_flit(path, channel, vcs, &w);
        const bool takes = flit != NULL && rs_dram_controller_ready(controller, flit);

        if (vcs > 1 ? waits_for_bank(path, channel) : !takes && rs_dram_controller_bank_full(controller, flit))
            waits |= bit(channel);
        if (vcs > 1 && flit != NULL)
            rs_vc_merge_step(&path->merge[channel], w, takes && flit->flit.tail, vcs);
        if (takes) {
            taken[w].word[0] |= bit(channel);
            taking |= bit(channel);
            flits[channel] = flit;
        }
    }
    path->outputs.bank_waits = waits;
    path->blocked = vcs > 1 ? 0 : waits;
    return taking;
}

/* Of some controllers, those to which the DRAM returns data. */
static uint64_t returning(const rs_path *path, const rs_path_inputs *inputs)
{
    uint64_t channels = 0;

    for (uint32_t channel = 0; channel < path->config.channels; channel++)
        channels |= (uint64_t)inputs->dram[channel].rddata_valid << channel;
    return channels & path->active;
}

/* Of the active controllers, those that may have a command. Pins and acceptances of all begin the cycle with none. */
static uint64_t commanding(rs_path *path)
{
    uint64_t channels = 0;

    RS_EACH_OF_WORD(channel, 0, path->active) {
        rs_dram_pins_rest(&path->outputs.dram[channel]);
        path->outputs.accept[channel].valid = false;
        channels |= (uint64_t)(path->now >= path->due[channel]) << channel;
    }
    return channels;
}

/* The same edge of the active controllers without L2 banks: step by step of rs_dram_controller_step(), of those each that have to do
 * with it. */
RS_SET_INLINE bool step_controllers(rs_path *path, const rs_path_inputs *inputs, uint64_t room, uint64_t offered, rs_set *taken,
                                    uint32_t vcs)
{
    const rs_routed_flit *flits[RS_MAX_CHANNELS];
    const uint64_t taking = take_requests(path, offered, taken, flits, vcs);
    const uint64_t replying = path->replying & room, returned = returning(path, inputs);
    uint64_t commands = 0;

    RS_EACH_OF_WORD(channel, 0, commanding(path)) {
        rs_dram_controller *controller = &path->controller[channel];

        rs_dram_controller_look(controller, path->now);
        path->due[channel] = controller->due;
        if (controller->pins->command == RS_DRAM_NOP)
            continue;
        commands |= bit(channel);
        if (controller->pins->command == RS_DRAM_RD || controller->pins->command == RS_DRAM_WR)
            path->blocked &= ~bit(channel);
        if (controller->pins->command == RS_DRAM_WR)
            path->writing |= bit(channel);
        if (controller->queue.count == 0)
            path->empty |= bit(channel);
    }
    path->outputs.commands = commands;
    RS_EACH_OF_WORD(channel, 0, replying) {
        rs_dram_controller *controller = &path->controller[channel];
        rs_routed_flit *place = rs_path_network_place(&path->reply, channel);

        (void)rs_dram_controller_reply(controller, &place->flit);
        enter_reply(path, channel, place);
        rs_dram_controller_reply_taken(controller);
        path->due[channel] = controller->due;
        path->replying &= ~((uint64_t)!rs_dram_controller_replies(controller) << channel);
    }
    RS_EACH_OF_WORD(channel, 0, returned) {
        rs_dram_controller *controller = &path->controller[channel];

        rs_dram_controller_read_data(controller, &inputs->dram[channel]);
        path->replying |= (uint64_t)rs_dram_controller_replies(controller) << channel;
    }
    path->outputs.accepting = 0;
    RS_EACH_OF_WORD(channel, 0, taking) {
        rs_dram_controller *controller = &path->controller[channel];

        rs_dram_controller_take(controller, flits[channel]);
        path->due[channel] = controller->due;
        if (controller->accept->valid) {
            path->outputs.accepting |= bit(channel);
            path->empty &= ~bit(channel);
            if (path->config.bank_ready != 0)
                rs_bank_credits_queued(&path->credits[channel], controller->incoming->bank);
        }
    }
    RS_EACH_OF_WORD(channel, 0, path->writing) {
        rs_dram_controller *controller = &path->controller[channel];

        rs_dram_controller_write_data(controller, path->now);
        if (!rs_dram_controller_writes(controller))
            path->writing &= ~bit(channel);
    }
    RS_EACH_OF_WORD(channel, 0, path->empty & path->active) {
        if (rs_dram_controller_quiet(&path->controller[channel], path->now + 1))
            path->active &= ~bit(channel);
    }
    return (replying | returned) != 0;
}

RS_APART bool step_vc_controllers(rs_path *path, const rs_path_inputs *inputs, uint64_t room, uint64_t offered, rs_set *taken)
{
    return step_controllers(path, inputs, room, offered, taken, path->vcs);
}

/* The networks see each other's flits and those of the controllers and SMs in the cycle after: the controllers take what the request
 * network shows before its edge, and reply after the reply network's. */
RS_SET_INLINE void step(rs_path *path, const rs_path_inputs *inputs, uint32_t words)
{
    const rs_config *config = &path->config;
    const uint64_t reply_room = rs_path_network_ready(&path->reply)->word[0];
    rs_set sending, reply_taken;
    rs_set taken[RS_MAX_VCS];         /* request packets' flits that controllers take, by VC */
    uint64_t offered = 0;             /* controllers to which the request network offers a flit */
    uint32_t room[RS_MAX_CHANNELS];
    bool moved;

    for (uint32_t k = 0; k < words; k++) {
        sending.word[k] = inputs->request_valid.word[k] & path->outputs.request_ready.word[k];
        reply_taken.word[k] = inputs->reply_ready.word[k] & rs_path_network_valid(&path->reply, 0)->word[k];
    }
    if (path->now == path->refresh_at) {
        path->active = UINT64_MAX >> (64 - config->channels);
        path->refresh_at += rs_refresh_interval(config);
    }
    if (config->bank_ready)
        for (uint32_t channel = 0; channel < config->channels; channel++)
            room[channel] = rs_bank_credits_room(&path->credits[channel], &path->controller[channel].queue);
    for (uint32_t w = 0; w < path->vcs; w++) {
        offered |= rs_path_network_valid(&path->request, w)->word[0];
        taken[w].word[0] = 0;
    }
    path->active |= offered;
    moved = rs_set_any(&sending, words);
    if (!rs_path_network_empty(&path->reply))
        moved |= rs_path_network_step(&path->reply, &reply_taken, NULL);
    if (path->slice != NULL)
        moved |= step_slices(path, inputs, reply_room, taken);
    else if (path->vcs == 1)
        moved |= step_controllers(path, inputs, reply_room, offered, taken, 1);
    else
        moved |= step_vc_controllers(path, inputs, reply_room, offered, taken);
    if (!rs_path_network_empty(&path->request))
        moved |= step_requests(path, taken, config->bank_ready ? room : NULL);
    if (config->allocator == RS_ALLOCATOR_SJF)
        rs_in_flight_step(&path->in_flight, config, config->map.address_bits - RS_LINE_SHIFT, inputs, &sending, &path->outputs, &reply_taken,
                          path->request.crossbar.sjf.load);
    if (path->joining.sms == NULL)
        push_requests(path, inputs, &sending, words);
    else
        moved |= rs_superpackets_step(&path->joining, &path->config, path->sm_from, inputs, &sending, &path->outputs.request_ready, &path->request);
    path->still = !moved;
    path->now++;
    publish(path, words);
}

RS_APART void step_many(rs_path *path, const rs_path_inputs *inputs)
{
    step(path, inputs, path->config.sm_words);
}

RS_HOT void rs_path_step(rs_path *path, const rs_path_inputs *inputs)
{
    if (path->config.sm_words == 1)
        step(path, inputs, 1);
    else
        step_many(path, inputs);
}

uint64_t rs_path_quiet_cycles(const rs_path *path)
{
    uint64_t next = path->refresh_at;

    if (!path->still)
        return 0;
    for (uint64_t rest = path->active; rest != 0; rest &= rest - 1) {
        uint64_t own = rs_dram_controller_next(&path->controller[__builtin_ctzll(rest)], path->now);
        uint64_t looks = path->slice == NULL ? UINT64_MAX : rs_memory_slice_next(&path->slice[__builtin_ctzll(rest)]);

        own = looks < own ? looks : own;
        next = own < next ? own : next;
    }
    return next == UINT64_MAX ? next : next - path->now;
}

void rs_path_skip(rs_path *path, uint64_t cycles)
{
    path->now += cycles;
}
