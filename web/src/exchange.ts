// The drawer for texts: paste or drop one in, copy or download the game.
import { button, choice, drawer, h } from "./dom";
import { link } from "./kept";
import { t } from "./language";
import { notice } from "./notice";

export interface Format {
  id: string;
  name: string;
  file: string;
  write(): string;
}

export class Exchange {
  readonly element: HTMLDetailsElement;
  readonly area: HTMLTextAreaElement;
  private format: string;

  constructor(
    private readonly formats: readonly Format[],
    load: (text: string) => void,
    private readonly say: (text: string) => void,
    open = false,
    ...more: HTMLElement[]
  ) {
    this.format = formats[0]?.id ?? "";
    this.area = h("textarea", { rows: 6, spellcheck: "false", placeholder: t("pasteHere"), "aria-label": t("pasteHere"), "data-do": "text" });
    this.element = drawer(
      t("exchange"),
      "exchange",
      open,
      this.area,
      h("div", { class: "row wrap" }, button(t("load"), () => load(this.area.value), { "data-do": "load" }), ...more),
      formats.length ? choice(t("format"), formats.map((f) => [f.id, f.name] as const), this.format, (id) => (this.format = id)) : null,
      h(
        "div",
        { class: "row wrap" },
        formats.length ? button(t("copy"), () => this.copy(this.text()), { "data-do": "copy" }) : null,
        formats.length ? button(t("save"), () => this.download(), { "data-do": "save" }) : null,
        button(t("share"), () => this.share(), { "data-do": "share" }),
      ),
    );
    this.element.addEventListener("dragover", (event) => event.preventDefault());
    this.element.addEventListener("drop", (event) => this.drop(event, load));
  }

  private text(): string {
    const text = this.formats.find((f) => f.id === this.format)?.write() ?? "";
    this.area.value = text.length > 100_000 ? text.slice(0, 100_000) : text;
    return text;
  }

  private share(): void {
    const { href, whole } = link();
    this.copy(href);
    if (!whole) notice(t("linkTooLong"), { error: true });
  }

  private copy(text: string): void {
    // the clipboard may be closed to pages from disk; the text area always works, but whoever has gone
    // on writing before the clipboard said no is not disturbed
    const before = this.area.value;
    const focus = document.activeElement;
    const fallback = (): void => {
      if (this.area.value !== before || document.activeElement !== focus) return;
      this.area.value = text;
      this.area.select();
      document.execCommand("copy");
      this.say(t("copied"));
    };
    if (!navigator.clipboard) return fallback();
    navigator.clipboard.writeText(text).then(() => this.say(t("copied")), fallback);
  }

  private download(): void {
    const format = this.formats.find((f) => f.id === this.format);
    if (!format) return;
    const url = URL.createObjectURL(new Blob([this.text()], { type: "text/plain" }));
    h("a", { href: url, download: format.file }).click();
    setTimeout(() => URL.revokeObjectURL(url), 1000);
  }

  private drop(event: DragEvent, load: (text: string) => void): void {
    event.preventDefault();
    void readDropped(event.dataTransfer).then(({ files: [file] }) => {
      if (!file || !this.element.isConnected) return;
      this.area.value = file.text.slice(0, 100_000);
      load(file.text);
    });
  }
}

// ---- files dropped on the page ----

export interface TextFile {
  /** Empty for a text that was dropped without a file. */
  name: string;
  text: string;
}

export interface Dropped {
  files: TextFile[];
  /** Names of files that could not be read, such as folders. */
  unreadable: string[];
}

/** Reads what was dropped, a text or all files, and names the files that cannot be read. */
export async function readDropped(data: DataTransfer | null): Promise<Dropped> {
  const dropped: Dropped = { files: [], unreadable: [] };
  const text = data?.getData("text/plain");
  const list = [...(data?.files ?? [])];
  if (!list.length && text) dropped.files.push({ name: "", text });
  for (const file of list) {
    try {
      dropped.files.push({ name: file.name, text: await file.text() });
    } catch {
      dropped.unreadable.push(file.name);
    }
  }
  if (dropped.unreadable.length) notice(t("unreadable", { names: dropped.unreadable.join(", ") }), { error: true });
  return dropped;
}
