// The page: loads the core, shows a room, and hands keys and sizes on to it.
import packedRules from "inline:rules";
import { AlgorithmRoom } from "./algorithm-room";
import type { App, Room } from "./app";
import { redrawBroken, watchErrors } from "./broken";
import { Core } from "../../npm/core.js";
import { button, h, ownsKeys } from "./dom";
import { readDropped } from "./exchange";
import { GoRoom } from "./go-room";
import { openHelp } from "./help";
import { flush, gameId, keepState, newGame, stateFor, stateNow } from "./kept";
import { JudgeRoom } from "./judge-room";
import { language, setLanguage, t, type Key } from "./language";
import { MazeRoom } from "./maze-room";
import { NoGoRoom } from "./nogo-room";
import { closeNotice, notice, undoNotice } from "./notice";
import { pictureDrawer } from "./pictures";
import { isMuted, isSilent, setMuted, setSilent, wake } from "./sound";
import { startTheme, switchTheme, theme } from "./settings";
import { Title } from "./title";
import type { Command } from "./transport";
import { ourScript, unpack } from "./packed";

type Maker = (app: App, state: URLSearchParams) => Room;

// a map, for the address may name anything: an object has a "constructor" too
const ROOMS: ReadonlyMap<string, Maker> = new Map<string, Maker>([
  ["nogo", (app, state) => new NoGoRoom(app, state)],
  ["go", (app, state) => new GoRoom(app, state)],
  ["maze", (app, state) => new MazeRoom(app, state)],
  ["judge", (app, state) => new JudgeRoom(app, state)],
  ["algorithm", (app, state) => new AlgorithmRoom(app, state)],
]);

const COMMANDS: Record<string, Command> = {
  " ": "auto", ArrowRight: "step", ArrowLeft: "back", Home: "home", End: "end",
  "+": "faster", "=": "faster", "-": "slower", "−": "slower", r: "reset", R: "reset",
};

class Page implements App {
  readonly core: Core;
  private readonly root = document.querySelector<HTMLElement>("#app")!;
  private room: Room | undefined;

  constructor(core: Core) {
    this.core = core;
    setLanguage(language(), false);
    startTheme();
    addEventListener("hashchange", () => {
      closeNotice();
      this.show();
    });
    addEventListener("resize", () => this.room?.resize());
    addEventListener("keydown", (event) => this.key(event));
    addEventListener("dragover", (event) => event.preventDefault());
    addEventListener("drop", (event) => this.drop(event));
    for (const gesture of ["pointerdown", "keydown", "touchend"]) addEventListener(gesture, wake, { capture: true });
    this.show();
  }

  setHash(room: string, state: URLSearchParams): void {
    keepState(room, state);
  }

  erasing(room: string, text: string): void {
    const state = stateNow(room);
    const game = gameId(room);
    notice(text, { undo: () => this.open(room, state, game) });
  }

  open(room: string, state: string, game?: number): void {
    keepState(room, new URLSearchParams(state));
    flush();
    newGame(room, game);
    this.show();
  }

  /** A file dropped beside its place must not take the page's. */
  private drop(event: DragEvent): void {
    if (event.defaultPrevented) return;
    event.preventDefault();
    const { room } = this;
    if (!room?.drop) return;
    void readDropped(event.dataTransfer).then((dropped) => {
      if (this.room === room) room.drop!(dropped);
    });
  }

  /** Shows the room that the address names. */
  private show(): void {
    flush(false);
    const old = this.room;
    old?.element.remove(); // its board may lose the focus, and asks the game once more
    old?.close();
    const [name = "", query = ""] = location.hash.slice(1).split("?", 2);
    const make = ROOMS.get(name);
    this.room = make ? make(this, stateFor(name, query)) : new Title(this);
    document.body.dataset["room"] = make ? name : "title";
    document.title = make ? `${t(name as "nogo")} · qi 气` : "qi 气";
    this.root.replaceChildren(this.header(make ? name : ""), this.room.element);
    const { room } = this;
    if (room.pictures) room.element.querySelector(".side")?.append(pictureDrawer(() => room.pictures!()));
    this.room.resize();
  }

  private header(current: string): HTMLElement {
    const link = (room: string, text: string): HTMLAnchorElement =>
      h("a", { href: `#${room}`, "aria-current": room === current ? "page" : undefined, "data-room": room }, text);
    const mute = button("", () => this.toggleMute(), { "data-do": "mute" });
    const music = button("♪", () => {
      setMuted("music", !isMuted("music"));
      this.labelSounds();
    }, { "data-do": "music" });
    const header = h(
      "header",
      {},
      h("a", { href: "#", class: "brand", "aria-label": t("title") }, "气"),
      h("nav", { "aria-label": t("rooms") }, link("nogo", t("nogo")), link("go", t("go")), link("maze", t("maze")), link("judge", t("judge")), link("algorithm", t("algorithm"))),
      h(
        "div",
        { class: "tools" },
        music,
        mute,
        button(t("themeSign"), () => this.toggleTheme(), { "data-do": "theme" }),
        button(t("otherLanguage"), () => this.switchLanguage(), { "data-do": "language", lang: language() === "zh" ? "en" : "zh-CN" }),
        button("?", () => openHelp(this.roomName()), { "aria-label": t("help"), title: t("help"), "data-do": "help" }),
      ),
    );
    queueMicrotask(() => {
      this.labelSounds();
      this.labelTheme();
    });
    return header;
  }

  private roomName(): Key | undefined {
    const name = document.body.dataset["room"] ?? "";
    return ROOMS.has(name) ? (name as Key) : undefined;
  }

  private labelSounds(): void {
    const mute = this.root.querySelector("[data-do=mute]");
    const music = this.root.querySelector("[data-do=music]");
    if (!mute || !music) return;
    mute.textContent = isSilent() ? t("unmute") : t("mute");
    mute.setAttribute("aria-pressed", String(isSilent()));
    music.setAttribute("aria-pressed", String(!isMuted("music")));
    music.setAttribute("aria-label", t("music"));
    music.setAttribute("title", t("music"));
  }

  private labelTheme(): void {
    const sign = this.root.querySelector("[data-do=theme]");
    for (const name of ["aria-label", "title"]) sign?.setAttribute(name, t(theme() === "light" ? "themeDark" : "themeLight"));
  }

  private toggleTheme(): void {
    switchTheme();
    this.labelTheme();
    this.room?.resize();
  }

  private toggleMute(): void {
    setSilent(!isSilent());
    this.labelSounds();
  }

  private switchLanguage(): void {
    setLanguage(language() === "zh" ? "en" : "zh");
    flush();
    this.show();
    redrawBroken();
    this.root.querySelector<HTMLElement>("[data-do=language]")?.focus();
  }

  private key(event: KeyboardEvent): void {
    if ((event.ctrlKey || event.metaKey) && event.key === "z" && !ownsKeys(event.target, event.key) && undoNotice()) event.preventDefault();
    if (event.ctrlKey || event.metaKey || event.altKey || ownsKeys(event.target, event.key)) return;
    if (document.querySelector("dialog[open]")) return;
    const command = COMMANDS[event.key];
    if (this.room?.key(event)) event.preventDefault();
    else if (event.key === "m" || event.key === "M") this.toggleMute();
    else if (event.key === "t" || event.key === "T") this.toggleTheme();
    else if (event.key === "?") openHelp(this.roomName());
    else if (command && this.room) {
      event.preventDefault();
      this.room.command(command);
    }
  }
}

watchErrors();

async function boot(): Promise<void> {
  new Page(await Core.load(await unpack(packedRules)));
}

// a hosted copy (web/host.mjs) has its keeper beside it
if (document.querySelector("link[rel=manifest]") && location.protocol.startsWith("http"))
  navigator.serviceWorker?.register(ourScript("qi-keeper.js")).catch(() => undefined);

void boot();
