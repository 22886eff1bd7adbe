/* Reading a network from bytes that may be anything. */
#include "base/chunk.h"
#include "nogo/net/evaluate.h"
#include "nogo/net/net.h"

/* ---- bytes --------------------------------------------------------------------------------- */

enum { HEADER = 52 };

/* A walk over the bytes; it has checked beforehand that there are enough of them. */
typedef struct reader {
    const uint8_t *at;
} reader;

static uint64_t take(reader *from, uint32_t bytes)
{
    const uint64_t value = qi_get_little(from->at, bytes);
    from->at += bytes;
    return value;
}

static uint32_t take32(reader *from)
{
    return (uint32_t)take(from, 4);
}

/* ---- sizes --------------------------------------------------------------------------------- */

static uint32_t four(uint32_t bytes)
{
    return (bytes + 3) & ~3U;
}

static uint32_t layer_bytes(const qi_nn_layer *layer)
{
    return four(layer->outputs * (layer->inputs * layer->taps + 6) + 1);
}

static uint32_t logit_bytes(uint32_t inputs)
{
    return four(inputs) + four(9);
}

/* Sets the sizes of all layers. */
static void shape_layers(qi_nogo_net *net)
{
    const qi_nn_layer stem = {.outputs = net->channels, .inputs = QI_PLANE_COUNT, .taps = 9};
    const qi_nn_layer body = {.outputs = net->channels, .inputs = net->channels, .taps = 9};
    const qi_nn_layer policy = {.outputs = net->policy, .inputs = net->channels, .taps = 1};
    net->layers = 2 * net->blocks + 2;
    for (uint32_t i = 0; i < net->layers; i++)
        net->layer[i] = i == 0 ? stem : i + 1 < net->layers ? body : policy;
    net->value = (qi_nn_layer){.outputs = net->hidden, .inputs = 3 * net->channels, .taps = 1};
}

static uint32_t payload_bytes(const qi_nogo_net *net)
{
    uint32_t bytes = 0;
    for (uint32_t i = 0; i < net->layers; i++)
        bytes += layer_bytes(&net->layer[i]);
    return bytes + logit_bytes(net->policy) + layer_bytes(&net->value) + logit_bytes(net->hidden);
}

/* ---- the header ---------------------------------------------------------------------------- */

static const char *read_name(reader *from, char *name)
{
    bool ended = false;
    for (uint32_t i = 0; i < 32; i++) {
        const uint8_t byte = from->at[i];
        if (byte && (ended || byte < ' ' || byte == 127))
            return "its name is not a text";
        ended |= !byte;
        name[i] = (char)byte;
    }
    name[32] = 0;
    from->at += 32;
    return NULL;
}

/* Reads the header; NULL or the reason why not. */
static const char *read_header(const qi_chunk *chunk, qi_nogo_net *net)
{
    reader from = {chunk->header};
    net->channels = (uint32_t)take(&from, 2);
    net->blocks = (uint32_t)take(&from, 2);
    net->policy = (uint32_t)take(&from, 2);
    net->hidden = (uint32_t)take(&from, 2);
    if (take32(&from))
        return "its reserved bytes are not 0";
    const char *reason = read_name(&from, net->name);
    if (reason)
        return reason;
    net->positions = take(&from, 8);
    if (!net->channels || net->channels > QI_NN_MAX_CHANNELS || net->channels % 16)
        return "its channels are not 16, 32, 48, 64, 80 or 96";
    if (!net->blocks || net->blocks > QI_NN_MAX_BLOCKS)
        return "its blocks are not 1 to 12";
    if (!net->policy || net->policy > QI_NN_MAX_CHANNELS || net->policy % 16)
        return "its policy channels are not 16, 32, 48, 64, 80 or 96";
    if (!net->hidden || net->hidden > QI_NN_MAX_HIDDEN)
        return "its hidden units are not 1 to 256";
    shape_layers(net);
    if (payload_bytes(net) != chunk->length)
        return "its size is not that of its shape";
    return NULL;
}

/* ---- the weights --------------------------------------------------------------------------- */

static const char *skip_padding(reader *from, uint32_t bytes)
{
    for (; bytes & 3; bytes++)
        if (take(from, 1))
            return "its padding is not 0";
    return NULL;
}

static const char *read_bias(reader *from, int32_t *bias)
{
    *bias = (int32_t)take32(from);
    return *bias < -QI_NN_MAX_BIAS || *bias > QI_NN_MAX_BIAS ? "a bias is too large" : NULL;
}

static const char *check_weights(const uint8_t *weights, uint32_t count)
{
    for (uint32_t i = 0; i < count; i++)
        if (weights[i] == 0x80)
            return "a weight is -128";
    return NULL;
}

static const char *read_layer(reader *from, qi_nn_layer *layer)
{
    const uint32_t count = layer->outputs * layer->inputs * layer->taps;
    const char *reason = check_weights(from->at, count);
    layer->raw = (const int8_t *)from->at;
    from->at += count;
    for (uint32_t i = 0; i < layer->outputs && !reason; i++)
        reason = read_bias(from, &layer->bias[i]);
    for (uint32_t i = 0; i < layer->outputs && !reason; i++) {
        layer->mult[i] = (int16_t)take(from, 2);
        if (layer->mult[i] < 0)
            reason = "a multiplier is negative";
    }
    if (reason)
        return reason;
    layer->shift = (uint32_t)take(from, 1);
    if (layer->shift > 31)
        return "a shift is over 31";
    return skip_padding(from, count + 6 * layer->outputs + 1);
}

static const char *read_logit(reader *from, qi_nn_logit *logit, uint32_t inputs)
{
    const char *reason = check_weights(from->at, inputs);
    for (uint32_t i = 0; i < inputs; i++)
        logit->weights[i] = (int8_t)take(from, 1);
    if (!reason)
        reason = skip_padding(from, inputs);
    if (!reason)
        reason = read_bias(from, &logit->bias);
    if (reason)
        return reason;
    logit->mult = (int32_t)take32(from);
    logit->shift = (uint32_t)take(from, 1);
    if (logit->shift < 1 || logit->shift > 62)
        return "the shift of a logit is not 1 to 62";
    return skip_padding(from, 9);
}

static const char *read_weights(reader from, qi_nogo_net *net)
{
    const char *reason = NULL;
    for (uint32_t i = 0; i < net->layers && !reason; i++)
        reason = read_layer(&from, &net->layer[i]);
    if (!reason)
        reason = read_logit(&from, &net->policy_logit, net->policy);
    if (!reason)
        reason = read_layer(&from, &net->value);
    if (!reason)
        reason = read_logit(&from, &net->value_logit, net->hidden);
    return reason;
}

/* ---- memory -------------------------------------------------------------------------------- */

static void deal_layer(qi_nn_dealer *from, qi_nn_layer *layer, size_t packed)
{
    layer->bias = (int32_t *)qi_nn_deal(from, layer->outputs * sizeof *layer->bias);
    layer->mult = (int16_t *)qi_nn_deal(from, layer->outputs * sizeof *layer->mult);
    layer->packed = qi_nn_deal(from, packed);
}

static void deal_all(qi_nn_dealer *from, qi_nogo_net *net)
{
    for (uint32_t i = 0; i < net->layers; i++)
        deal_layer(from, &net->layer[i], net->how->packed_bytes(&net->layer[i]));
    deal_layer(from, &net->value, (size_t)net->value.outputs * net->value.inputs * 2);
    net->policy_logit.weights =
        (int16_t *)qi_nn_deal(from, net->policy * sizeof *net->policy_logit.weights);
    net->value_logit.weights =
        (int16_t *)qi_nn_deal(from, net->hidden * sizeof *net->value_logit.weights);
}

static void pack(qi_nogo_net *net)
{
    for (uint32_t i = 0; i < net->layers; i++) {
        net->how->pack(&net->layer[i]);
        net->layer[i].raw = NULL;
    }
    int16_t *const wide = (int16_t *)net->value.packed;
    for (uint32_t i = 0; i < net->value.outputs * net->value.inputs; i++)
        wide[i] = net->value.raw[i];
    net->value.raw = NULL;
}

qi_result qi_nogo_net_load(const void *bytes, size_t size, qi_nogo_net_path path,
                           const qi_allocator *allocator, qi_nogo_net **net, const char **reason)
{
    qi_nogo_net loaded = {.allocator = qi_allocator_or_default(allocator), .path = path};
    loaded.how = qi_nn_find_path(&loaded.path);
    if (!loaded.how)
        return QI_UNSUPPORTED;
    qi_chunk chunk;
    const char *why = qi_chunk_read(bytes, size, "QINET\0\0\1", HEADER, &chunk);
    if (!why)
        why = read_header(&chunk, &loaded);
    if (!why) {
        qi_nn_dealer count = {NULL, 0};
        deal_all(&count, &loaded);
        loaded.memory = sizeof loaded + count.used + QI_NN_ALIGNMENT;
        qi_nogo_net *const made = (qi_nogo_net *)qi_allocate(&loaded.allocator, loaded.memory);
        if (!made)
            return QI_NO_MEMORY;
        qi_nn_dealer from = {(unsigned char *)qi_nn_align(made + 1), 0};
        memset(from.block, 0, count.used);
        *made = loaded;
        deal_all(&from, made);
        why = read_weights((reader){chunk.payload}, made);
        if (!why) {
            pack(made);
            *net = made;
            return QI_OK;
        }
        qi_release(&loaded.allocator, made);
    }
    if (reason)
        *reason = why;
    return QI_BAD_DATA;
}

void qi_nogo_net_free(qi_nogo_net *net)
{
    if (net) {
        const qi_allocator allocator = net->allocator;
        qi_release(&allocator, net);
    }
}

qi_result qi_nogo_net_info_of(const qi_nogo_net *net, qi_nogo_net_info *info)
{
    if (!qi_struct_is_sized(info))
        return QI_BAD_ARGUMENT;
    qi_nogo_net_info known = {.channels = net->channels,
                              .blocks = net->blocks,
                              .positions = net->positions,
                              .memory = net->memory,
                              .path = net->path};
    memcpy(known.name, net->name, sizeof known.name);
    for (uint32_t i = 0; i + 1 < net->layers; i++)
        known.point_products += net->layer[i].outputs * net->layer[i].inputs * net->layer[i].taps;
    qi_struct_write(info, &known, sizeof known);
    return QI_OK;
}
