/* Contract: atomic_unit.h. A place lists, turn by turn, the lanes that were served: what an answer belongs to; and it keeps the
 * instruction until its turn to send comes. */
#include "sm/atomic_unit.h"

#include <string.h>

#include "sm/warp_record.h"

void rs_atomic_unit_init(rs_atomic_unit *unit, uint32_t lanes, uint32_t words, uint32_t places)
{
    memset(unit, 0, sizeof *unit);
    unit->lanes = lanes;
    unit->words = words;
    unit->places = places;
    unit->sender = places;
}

static uint64_t bit(uint32_t place)
{
    return UINT64_C(1) << place;
}

/* Places whose turns are all answered. */
static uint64_t places_over(const rs_atomic_unit *unit)
{
    uint64_t over = 0;

    for (uint64_t left = unit->busy; left != 0; left &= left - 1) {
        const uint32_t number = (uint32_t)__builtin_ctzll(left);
        const rs_atomic_place *place = &unit->place[number];

        if (number != unit->sender && !place->queued && place->answers == place->turns)
            over |= bit(number);
    }
    return over;
}

bool rs_atomic_unit_still(const rs_atomic_unit *unit, bool request_ready)
{
    const bool sends = unit->sender != unit->places;

    return !unit->wb_valid && (sends ? unit->shown && !request_ready : unit->queued == 0)
        && places_over(unit) == 0;
}

/* To number so many, at least 1. */
static uint32_t bits(uint32_t values)
{
    uint32_t width = 1;

    while (values > UINT32_C(1) << width)
        width++;
    return width;
}

/* Of a turn's number in an id. */
static uint32_t turn_bits(const rs_atomic_unit *unit)
{
    return bits(unit->lanes);
}

uint32_t rs_atomic_unit_id_bits(const rs_atomic_unit *unit)
{
    return bits(unit->places) + turn_bits(unit);
}

/* The lowest lane that waits leads; lanes of its block join, each with a word that nobody before it has. */
static void make_turn(rs_atomic_unit *unit)
{
    rs_atomic_turn *turn = &unit->turn;
    const rs_atomic_place *place = &unit->place[unit->sender];
    const uint32_t leader = (uint32_t)__builtin_ctzll(unit->group.mask);
    const bool swap = unit->kind.operation == RS_ATOMIC_COMPARE_SWAP;

    memset(turn, 0, sizeof *turn);
    turn->block = unit->group.address[leader] / 4 / unit->words;
    turn->id = unit->sender << turn_bits(unit) | place->turns;
    turn->operation = unit->kind.operation;
    turn->returns = unit->kind.returns;
    unit->turn_lanes = 0;
    for (uint32_t lane = leader; lane < (swap ? leader + 1 : unit->lanes); lane++) {
        const uint64_t word = unit->group.address[lane] / 4;

        if ((unit->group.mask >> lane & 1) == 0 || word / unit->words != turn->block
            || (turn->words >> word % unit->words & 1) != 0)
            continue;
        turn->words |= UINT32_C(1) << word % unit->words;
        turn->data[word % unit->words] = unit->group.data[lane];
        if (swap)
            turn->data[(word + unit->words / 2) % unit->words] = unit->kind.compare[lane];
        unit->turn_lanes |= UINT64_C(1) << lane;
    }
}

static void turn_taken(rs_atomic_unit *unit)
{
    rs_atomic_place *place = &unit->place[unit->sender];

    place->lanes_of[place->turns++] = unit->turn_lanes;
    unit->group.mask &= ~unit->turn_lanes;
    unit->shown = false;
    if (unit->group.mask == 0)
        unit->sender = unit->places;
}

static void begin_to_send(rs_atomic_unit *unit, uint32_t place, const rs_warp_group *group, const rs_atomic_kind *kind)
{
    unit->sender = place;
    unit->group = *group;
    unit->kind = *kind;
    unit->place[place].queued = false;
}

/* Where nobody sends and nobody waits to, it sends at once. */
static void take_group(rs_atomic_unit *unit, const rs_warp_group *group, const rs_atomic_kind *kind, bool at_once)
{
    const uint32_t free = (uint32_t)__builtin_ctzll(~unit->busy);
    rs_atomic_place *place = &unit->place[free];

    unit->busy |= bit(free);
    unit->silent = kind->returns ? unit->silent & ~bit(free) : unit->silent | bit(free);
    place->returns = kind->returns;
    place->warp = group->warp;
    place->first_register = group->first_register;
    place->turns = place->answers = 0;
    for (uint32_t lane = 0; lane < unit->lanes; lane++)
        if (group->mask >> lane & 1)
            place->word[lane] = (uint8_t)(group->address[lane] / 4 % unit->words);
    if (at_once) {
        begin_to_send(unit, free, group, kind);
        return;
    }
    place->queued = true;
    place->group = *group;
    place->kind = *kind;
    unit->queue[(unit->first + unit->queued++) % RS_ATOMIC_PLACES_MAX] = free;
}

static void next_sender(rs_atomic_unit *unit)
{
    const uint32_t place = unit->queue[unit->first];

    unit->first = (unit->first + 1) % RS_ATOMIC_PLACES_MAX;
    unit->queued--;
    begin_to_send(unit, place, &unit->place[place].group, &unit->place[place].kind);
}

static void take_reply(rs_atomic_unit *unit, const rs_atomic_reply *reply)
{
    rs_atomic_place *place = &unit->place[reply->id >> turn_bits(unit)];
    const uint32_t turn = reply->id & ((UINT32_C(1) << turn_bits(unit)) - 1);
    rs_writeback *wb = &unit->wb;

    place->answers++;
    unit->wb_valid = place->returns;
    if (!place->returns)
        return;
    wb->warp = place->warp;
    wb->first_register = place->first_register;
    wb->element = 0;
    wb->level = reply->from_memory ? RS_SERVED_MEMORY : RS_SERVED_L2;
    wb->mask = place->lanes_of[turn];
    for (uint32_t lane = 0; lane < unit->lanes; lane++)
        wb->data[lane] = wb->mask >> lane & 1 ? reply->data[place->word[lane]] : 0;
}

void rs_atomic_unit_clock(rs_atomic_unit *unit, const rs_atomic_inputs *inputs)
{
    const bool takes = inputs->group != NULL && rs_atomic_unit_in_ready(unit);
    const bool room = rs_atomic_unit_reply_ready(unit, inputs->wb_ready), sent = unit->shown && inputs->request_ready;
    const bool free = unit->sender == unit->places, makes = !free && !unit->shown;
    const bool queued = unit->queued != 0;
    const uint64_t over = places_over(unit); /* free the cycle after the last answer */

    if (takes)
        take_group(unit, inputs->group, inputs->kind, free && !queued);
    unit->busy &= ~over;
    if (room)
        unit->wb_valid = false;
    if (room && inputs->reply != NULL)
        take_reply(unit, inputs->reply);
    if (free && queued) {
        next_sender(unit);
    } else if (makes) {
        make_turn(unit);
        unit->shown = true;
    } else if (sent) {
        turn_taken(unit);
    }
}
