#include "base/file.h"
#include "cli/cli.h"
#include "cli/page.h"
#include "cli/verbs.h"

#include <errno.h>
#include <string.h>

/* Where the page learns that it may be installed. */
static const char manifest_link[] = "<link rel=\"manifest\" href=\"qi.webmanifest\">\n";

static const char manifest[] =
    "{\n"
    "  \"name\": \"qi \xe6\xb0\x94\",\n"
    "  \"short_name\": \"qi\",\n"
    "  \"start_url\": \"./\",\n"
    "  \"scope\": \"./\",\n"
    "  \"display\": \"standalone\",\n"
    "  \"background_color\": \"#000000\",\n"
    "  \"theme_color\": \"#000000\",\n"
    "  \"icons\": [{\"src\": \"icon.svg\", \"sizes\": \"any\", \"type\": \"image/svg+xml\"}]\n"
    "}\n";

static const char icon[] =
    "<svg xmlns=\"http://www.w3.org/2000/svg\" viewBox=\"0 0 8 8\" width=\"512\" height=\"512\" "
    "shape-rendering=\"crispEdges\">\n"
    "<path fill=\"#d89048\" d=\"M0 0h8v8H0z\"/>\n"
    "<path d=\"M2 1h4v1h1v4H6v1H2V6H1V2h1z\"/>\n"
    "<path fill=\"#fff\" d=\"M2 2h2v1H3v1H2z\"/>\n"
    "</svg>\n";

/* Keeps the page for the time without a network; another page has another name. */
static const char keeper[] =
    "addEventListener(\"install\", (event) => event.waitUntil(caches.open(NAME)\n"
    "  .then((kept) => kept.addAll([\"./\", \"qi.webmanifest\", \"icon.svg\"]))\n"
    "  .then(() => skipWaiting())));\n"
    "addEventListener(\"activate\", (event) => event.waitUntil(caches.keys()\n"
    "  .then((names) => Promise.all(names.filter((name) => name.startsWith(\"qi-\") &&\n"
    "    name !== NAME).map((name) => caches.delete(name))))\n"
    "  .then(() => clients.claim())));\n"
    "addEventListener(\"fetch\", (event) => event.respondWith(\n"
    "  caches.match(event.request, {ignoreSearch: true})\n"
    "    .then((kept) => kept ?? fetch(event.request))));\n";

/* FNV-1a: names one page. */
static uint64_t page_number(void)
{
    uint64_t number = 0xcbf29ce484222325U;
    for (size_t i = 0; i < cli_page_length; i++)
        number = (number ^ cli_page[i]) * 0x100000001b3U;
    return number;
}

typedef struct site {
    const cli_spec *spec;
    const char *folder;
    cli_out *out;
} site;

static bool open_file(site *to, const char *name)
{
    char path[4096];
    const int length = snprintf(path, sizeof path, "%s/%s", to->folder, name);
    if (length < 0 || (size_t)length >= sizeof path) {
        cli_fail(to->spec, "%s: the name is too long", to->folder);
        return false;
    }
    return cli_out_open(to->spec, path, to->out) == CLI_GO_ON;
}

static bool write_file(site *to, const char *name, const char *text)
{
    if (!open_file(to, name))
        return false;
    cli_text(to->out, text);
    return cli_out_close(to->spec, to->out, CLI_DONE) == CLI_DONE;
}

/* The page with a link to its manifest, before its title. */
static bool write_page(site *to)
{
    static const char title[] = "<title>";
    const char *const page = (const char *)cli_page;
    const char *const at = cli_find(page, cli_page_length, title);
    const size_t before = at ? (size_t)(at - page) : 0;
    if (!open_file(to, "index.html"))
        return false;
    cli_write(to->out, page, before);
    if (at)
        cli_text(to->out, manifest_link);
    cli_write(to->out, page + before, cli_page_length - before);
    return cli_out_close(to->spec, to->out, CLI_DONE) == CLI_DONE;
}

static bool write_keeper(site *to)
{
    if (!open_file(to, "qi-keeper.js"))
        return false;
    cli_printf(to->out, "const NAME = \"qi-%016llx\";\n", (unsigned long long)page_number());
    cli_text(to->out, keeper);
    return cli_out_close(to->spec, to->out, CLI_DONE) == CLI_DONE;
}

/* The page and what a browser needs to install it and keep it. */
static int write_site(const cli_spec *spec, const char *folder)
{
    static cli_out out;
    site to = {spec, folder, &out};
    if (!qi_make_folder(folder))
        return cli_fail(spec, "%s: %s", folder, strerror(errno));
    if (!write_file(&to, "qi.webmanifest", manifest) || !write_file(&to, "icon.svg", icon) ||
        !write_keeper(&to) || !write_page(&to))
        return CLI_BAD;
    cli_remark("%s: index.html and three small files; serve the folder over http\n", folder);
    return CLI_DONE;
}

int cli_web(int argc, char **argv)
{
    const char *path, *folder = NULL;
    const cli_option options[] = {
        opt_letter('o', opt_text("output", "FILE", &path, "qi.html",
                                 "where to write it; - is standard output")),
        opt_text("folder", "FOLDER", &folder, NULL,
                 "write it as a web site that can be installed and works offline"),
        {0}};
    const cli_spec spec = {
        .command = "qi web",
        .description =
            "Writes the page: the three games in one html file that needs nothing else.\n"
            "Open it in any browser, from disk.\n",
        .options = options};
    int first;
    const int status = cli_parse(&spec, argc, argv, &first);
    if (status != CLI_GO_ON)
        return status;
    if (!cli_page_length)
        return cli_fail(&spec, "this qi was built without the page; './dev web' builds it");
    if (folder)
        return write_site(&spec, folder);
    static cli_out out;
    if (cli_out_open(&spec, path, &out) != CLI_GO_ON)
        return CLI_BAD;
    cli_write(&out, (const char *)cli_page, cli_page_length);
    const int written = cli_out_close(&spec, &out, CLI_DONE);
    if (written == CLI_DONE && strcmp(path, "-") != 0)
        cli_remark("%s: %zu bytes; open it in a browser\n", path, cli_page_length);
    return written;
}
