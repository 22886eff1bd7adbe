#include "cli/nogo/checkpoint.h"

#include "base/buffer.h"
#include "base/hash.h"
#include "nogo/proof/facts.h"

#include <errno.h>
#include <inttypes.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

static const char title[] = "qi nogo parts 1\n";
enum { MOST_PARTS = 1 << 16, WHY = 512, LONGEST_PATH = 4096, MOST_CELLS = 48 };

/* The size of a part, as written. */
typedef struct part_size {
    uint64_t facts, bytes;
} part_size;

/* Facts name a board by its size alone. */
int nogo_checkpoint_accept(const nogo_checkpoint *kept, const qi_nogo *game)
{
    const qi_point cells = qi_nogo_rows(game) * qi_nogo_columns(game);
    if (!kept->path)
        return CLI_GO_ON;
    if (cells > MOST_CELLS)
        return cli_fail(kept->spec,
                        "--save keeps facts only about boards of at most %d cells without holes; "
                        "this board has %u cells",
                        MOST_CELLS, cells);
    for (qi_point point = 0; point < cells; point++)
        if (qi_nogo_at(game, point) == QI_WALL)
            return cli_fail(kept->spec,
                            "--save keeps facts only about boards of at most %d cells without "
                            "holes; this board has a hole",
                            MOST_CELLS);
    return CLI_GO_ON;
}

/* ---- paths ---------------------------------------------------------------------------------- */

static void put_path(const nogo_checkpoint *kept, int set, uint32_t part, char *path)
{
    snprintf(path, LONGEST_PATH, "%s.%d.%" PRIu32, kept->path, set, part);
}

/* Removes this machine's share of old parts. */
static void remove_parts(const nogo_checkpoint *kept, int set, uint32_t parts)
{
    char path[LONGEST_PATH];
    for (uint32_t i = kept->pool.machine; i < parts && kept->pool.first; i += kept->pool.machines) {
        put_path(kept, set, i, path);
        unlink(path);
    }
}

/* ---- writing -------------------------------------------------------------------------------- */

/* Counts what goes into a file. */
typedef struct part_writer {
    qi_file file;
    uint64_t bytes;
} part_writer;

static bool count_bytes(void *context, const char *bytes, size_t count)
{
    part_writer *const writer = context;
    writer->bytes += count;
    return qi_file_write(&writer->file, bytes, count);
}

static bool write_part(const nogo_checkpoint *kept, const char *path, part_size *size, char *why)
{
    part_writer writer = {.bytes = 0};
    bool good = qi_file_open(&writer.file, path);
    if (good) {
        qi_nogo_write_facts(kept->solver, count_bytes, &writer, &size->facts);
        good = qi_file_keep(&writer.file);
        size->bytes = writer.bytes;
    }
    if (!good)
        snprintf(why, WHY, "cannot write '%.400s': %s", path, strerror(writer.file.error));
    return good;
}

static uint64_t digest_text(const char *text, size_t length)
{
    uint64_t digest = qi_digest(QI_DIGEST_START, length);
    for (size_t i = 0; i < length; i++)
        digest = qi_digest(digest, (unsigned char)text[i]);
    return digest;
}

static void put_list(int set, const part_size *sizes, uint32_t parts, qi_buffer *list)
{
    qi_buffer_printf(list, "%sset %d\nparts %" PRIu32 "\n", title, set, parts);
    for (uint32_t i = 0; i < parts; i++)
        qi_buffer_printf(list, "part %" PRIu32 " facts %" PRIu64 " bytes %" PRIu64 "\n", i,
                         sizes[i].facts, sizes[i].bytes);
    if (!list->failed)
        qi_buffer_printf(list, "digest %016" PRIx64 "\n", digest_text(list->bytes, list->length));
}

static bool write_list(const nogo_checkpoint *kept, int set, const part_size *sizes, char *why)
{
    qi_buffer list = {0};
    qi_file file = {0};
    put_list(set, sizes, kept->pool.machines, &list);
    bool good = !list.failed;
    if (!good)
        snprintf(why, WHY, "%s", qi_result_text(QI_NO_MEMORY));
    else if (!qi_file_open(&file, kept->path)) {
        good = false;
    } else {
        qi_file_write(&file, list.bytes, list.length);
        good = qi_file_keep(&file);
    }
    if (!good && !list.failed)
        snprintf(why, WHY, "cannot write '%.400s': %s", kept->path, strerror(file.error));
    qi_buffer_free(&list);
    return good;
}

/* Writes the parts, then the list, then removes the old parts. */
static int save_parts(nogo_checkpoint *kept, uint64_t *facts)
{
    char path[LONGEST_PATH], why[WHY] = "";
    const uint32_t part = kept->pool.machine, parts = kept->pool.machines;
    const bool writes = kept->pool.first;
    const int set = kept->set == 0 ? 1 : 0;
    put_path(kept, set, part, path);
    part_size *const sizes = calloc(parts, sizeof *sizes);
    if (!sizes)
        cluster_fail(qi_result_text(QI_NO_MEMORY));
    int status = cli_agree(kept->spec, !writes || write_part(kept, path, &sizes[part], why), why);
    cluster_add(&sizes[0].facts, 2 * (size_t)parts);
    if (status == CLI_GO_ON)
        status =
            cli_agree(kept->spec, cluster_rank() > 0 || write_list(kept, set, sizes, why), why);
    if (status == CLI_GO_ON) {
        if (kept->set >= 0)
            remove_parts(kept, kept->set, kept->parts);
        kept->set = set;
        kept->parts = parts;
    } else if (writes) {
        unlink(path);
    }
    for (uint32_t i = 0; i < parts; i++)
        *facts += sizes[i].facts;
    free(sizes);
    return status;
}

static int save_alone(nogo_checkpoint *kept, uint64_t *facts)
{
    char why[WHY] = "";
    part_size size = {0};
    const bool good = cluster_rank() > 0 || write_part(kept, kept->path, &size, why);
    const int status = cli_agree(kept->spec, good, why);
    if (status == CLI_GO_ON && kept->set >= 0) {
        remove_parts(kept, kept->set, kept->parts);
        kept->set = -1;
    }
    *facts = size.facts;
    return status;
}

int nogo_checkpoint_save(nogo_checkpoint *kept)
{
    if (!kept->path)
        return CLI_GO_ON;
    uint64_t facts = 0;
    const int status =
        kept->pool.machines > 1 ? save_parts(kept, &facts) : save_alone(kept, &facts);
    if (status == CLI_GO_ON)
        cli_remark("saved %" PRIu64 " facts in %s\n", facts, kept->path);
    return status;
}

/* ---- reading -------------------------------------------------------------------------------- */

static bool is_list(const cli_input *input)
{
    return input->length >= sizeof title - 1 && memcmp(input->text, title, sizeof title - 1) == 0;
}

/* The number after a word, where a line goes on; NULL when it is not there. */
static const char *read_number(const char *at, const char *word, uint64_t *number)
{
    const size_t length = strlen(word);
    if (!at || strncmp(at, word, length) != 0 || at[length] < '0' || at[length] > '9')
        return NULL;
    char *end;
    *number = strtoull(at + length, &end, 10);
    return end;
}

/* Reads a list; NULL when it is damaged. The caller frees the sizes. */
static part_size *read_list(nogo_checkpoint *kept, const cli_input *input)
{
    uint64_t set, parts, number = 0;
    const char *at = read_number(input->text + sizeof title - 1, "set ", &set);
    at = read_number(at, "\nparts ", &parts);
    if (!at || set > 1 || parts == 0 || parts > MOST_PARTS)
        return NULL;
    part_size *const sizes = calloc(parts, sizeof *sizes);
    if (!sizes)
        cluster_fail(qi_result_text(QI_NO_MEMORY));
    for (uint32_t i = 0; i < parts; i++) {
        at = read_number(at, "\npart ", &number);
        at = read_number(number == i ? at : NULL, " facts ", &sizes[i].facts);
        at = read_number(at, " bytes ", &sizes[i].bytes);
    }
    /* It has to be the very text that these numbers make. */
    qi_buffer list = {0};
    put_list((int)set, sizes, (uint32_t)parts, &list);
    if (list.failed)
        cluster_fail(qi_result_text(QI_NO_MEMORY));
    const bool same =
        at && list.length == input->length && memcmp(list.bytes, input->text, list.length) == 0;
    qi_buffer_free(&list);
    if (!same) {
        free(sizes);
        return NULL;
    }
    kept->set = (int)set;
    kept->parts = (uint32_t)parts;
    return sizes;
}

static qi_result take_fact(void *context, const qi_nogo_fact *fact)
{
    return cluster_tell(context, fact);
}

/* What reading came to. */
typedef struct reading {
    uint64_t facts, damaged; /* damaged: files */
} reading;

static bool read_part(nogo_checkpoint *kept, uint32_t part, const part_size *size, reading *so_far,
                      char *why)
{
    char path[LONGEST_PATH];
    put_path(kept, kept->set, part, path);
    const cli_spec own = {.command = kept->spec->command}; /* not what rank 0 reads */
    cli_input input;
    if (access(path, R_OK) != 0 || cli_read(&own, path, &input) != CLI_GO_ON) {
        snprintf(why, WHY, "cannot read '%.400s', a part of '%.40s': %s", path, kept->path,
                 strerror(errno));
        return false;
    }
    uint64_t facts;
    const qi_result result = qi_facts_read(input.text, input.length, take_fact, kept->team, &facts);
    so_far->damaged += result != QI_OK || facts != size->facts || input.length != size->bytes;
    so_far->facts += facts;
    cli_input_free(&input);
    return true;
}

static int load_parts(nogo_checkpoint *kept, const part_size *sizes, reading *so_far)
{
    char why[WHY] = "";
    bool good = true;
    for (uint32_t i = kept->pool.machine; i < kept->parts && good && kept->pool.first;
         i += kept->pool.machines)
        good = read_part(kept, i, &sizes[i], so_far, why);
    return cli_agree(kept->spec, good, why);
}

/* Together: reads FILE if it is a list, which all get; else rank 0 has it alone. */
static int read_file(const nogo_checkpoint *kept, cli_input *input)
{
    int status = CLI_GO_ON;
    *input = (cli_input){.name = kept->path};
    if (cluster_rank() == 0)
        status = cli_read(&(cli_spec){.command = kept->spec->command}, kept->path, input);
    struct {
        int status;
        bool list;
    } told = {status, status == CLI_GO_ON && is_list(input)};
    cluster_share(&told, sizeof told, 0);
    if (told.status == CLI_GO_ON && told.list)
        cluster_share_text(&input->text, &input->length);
    return told.status;
}

int nogo_checkpoint_load(nogo_checkpoint *kept)
{
    kept->set = -1;
    uint64_t there = kept->path && access(kept->path, F_OK) == 0;
    cluster_share(&there, sizeof there, 0);
    if (!there)
        return CLI_GO_ON;
    cli_input input;
    int status = read_file(kept, &input);
    if (status != CLI_GO_ON)
        return status;
    reading all = {0};
    if (is_list(&input)) {
        part_size *const sizes = read_list(kept, &input);
        status = sizes ? load_parts(kept, sizes, &all)
                       : cli_fail(kept->spec, "%s: the list of its parts is damaged", kept->path);
        free(sizes);
    } else if (cluster_rank() == 0) {
        all.damaged =
            qi_facts_read(input.text, input.length, take_fact, kept->team, &all.facts) != QI_OK;
    }
    cli_input_free(&input);
    if (status != CLI_GO_ON)
        return status;
    cluster_settle(kept->team);
    cluster_add(&all.facts, 2);
    if (all.damaged && !all.facts && kept->set < 0)
        return cli_fail(kept->spec, "%s: not a file written by --save", kept->path);
    if (all.damaged)
        cli_say("%s: damaged; what is damaged is ignored\n", kept->path);
    if (all.facts)
        cli_remark("read %" PRIu64 " facts from %s\n", all.facts, kept->path);
    return CLI_GO_ON;
}
