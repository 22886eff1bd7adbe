// What the page does not lose: the state of every room, the last games, and what is too long for a link.
// All of it stays in this browser. Storage may be forbidden or full; then it lives until the page is closed.
import { h, button, drawer } from "./dom";
import { language, t } from "./language";
import { notice } from "./notice";

const PREFIX = "qi.";
const LONGEST_LINK = 8000; // characters of an address that other programs pass on whole
const ADDRESS_PAUSE = 400; // browsers refuse too many changes of the address
const MAX_GAMES = 20; // of each room
const MAX_GAME = 200_000; // characters; larger games are not kept in the list

// ---- texts in the browser's storage ----

const memory = new Map<string, string>();
let complained = false;

/** Keeps a text; false when the browser would not take it, which is said once. */
function store(key: string, text: string): boolean {
  memory.set(key, text);
  try {
    localStorage.setItem(PREFIX + key, text);
    return true;
  } catch {
    if (!complained) notice(t("storageRefused"), { error: true });
    complained = true;
    return false;
  }
}

function stored(key: string): string | undefined {
  const here = memory.get(key);
  if (here !== undefined) return here;
  try {
    return localStorage.getItem(PREFIX + key) ?? undefined;
  } catch {
    return undefined;
  }
}

// ---- the rooms' states and the address ----

/** The address that waits to be shown, and the room's state that it stands for. */
let pending: { hash: string; room: string; state: string } | undefined;
let timer: ReturnType<typeof setTimeout> | undefined;
let tooLong = false;

let frozen = false;

const fits = (room: string, state: string): boolean => room.length + state.length + 2 <= LONGEST_LINK;

/** A state as an address has it; the signs of a position's line may stand in one as they are. */
const written = (state: URLSearchParams): string => state.toString().replaceAll("%2F", "/").replaceAll("%3A", ":");

/** Keeps the state of a room, in the address if it is short enough and in this browser in any case. */
export function keepState(room: string, state: URLSearchParams): void {
  if (frozen) return;
  const text = written(state);
  memory.set(`state.${room}`, text);
  const long = !fits(room, text);
  pending = { hash: long ? `#${room}?kept=1` : `#${room}?${text}`, room, state: text };
  timer ??= setTimeout(flush, ADDRESS_PAUSE);
  if (long && !tooLong) notice(t("linkTooLong"));
  tooLong = long;
}

/** Keeps nothing more until the page is loaded again, so that what is kept stays good. */
export function freeze(): void {
  frozen = true;
}

/** Writes what waits to be written. With `address` false the visitor has already gone elsewhere. */
export function flush(address = true): void {
  clearTimeout(timer);
  timer = undefined;
  if (!pending) return;
  const { hash, room, state } = pending;
  pending = undefined;
  store(`state.${room}`, state);
  if (address && location.hash !== hash) history.replaceState(null, "", hash);
}

// A reload takes the address from before the last change if that was a moment ago: a tab's own note
// of its last state, which is used once, is newer.
const NOTE = `${PREFIX}reload`;

function leave(): void {
  try {
    if (pending) sessionStorage.setItem(NOTE, `${pending.room}?${pending.state}`);
  } catch {
    // storage is forbidden or full
  }
  flush();
}

/** What this tab noted when it was reloaded, once. */
function noted(room: string): string | undefined {
  try {
    const note = sessionStorage.getItem(NOTE);
    sessionStorage.removeItem(NOTE);
    const [how] = performance.getEntriesByType("navigation") as PerformanceNavigationTiming[];
    if (how?.type === "reload" && note?.startsWith(`${room}?`)) return note.slice(room.length + 1);
  } catch {
    // storage is forbidden
  }
  return undefined;
}

/** The state with which a room opens: what the address says, else what was kept. */
export function stateFor(room: string, query: string): URLSearchParams {
  const note = noted(room);
  if (note !== undefined) return new URLSearchParams(note);
  const asked = new URLSearchParams(query);
  const kept = stored(`state.${room}`);
  if (query !== "" && !asked.has("kept")) {
    if (written(asked) !== kept) newGame(room);
    return asked;
  }
  if (asked.has("kept") && kept === undefined) notice(t("keptElsewhere"), { error: true });
  return new URLSearchParams(kept ?? "");
}

/** The state of a room as it was last stored, to come back to. */
export const stateNow = (room: string): string => stored(`state.${room}`) ?? "";

/** The link to what is on the screen; false when the game is too long for it. */
export function link(): { href: string; whole: boolean } {
  flush();
  return { href: location.href, whole: !tooLong };
}

addEventListener("pagehide", leave);

// ---- the last games ----

export interface KeptGame {
  /** When it began, in milliseconds; its name. */
  id: number;
  /** When it was last changed. */
  when: number;
  /** What became of it; "B+" and "W+" in it become words, nothing is unfinished. */
  result: string;
  /** The room's state. */
  state: string;
}

export function keptGames(room: string): KeptGame[] {
  try {
    const list = JSON.parse(stored(`games.${room}`) ?? "[]") as unknown;
    return Array.isArray(list) ? list.filter(isGame) : [];
  } catch {
    return [];
  }
}

function isGame(value: unknown): value is KeptGame {
  const game = value as KeptGame | null;
  return typeof game === "object" && game !== null && Number.isFinite(game.id) && Number.isFinite(game.when) &&
    typeof game.result === "string" && typeof game.state === "string";
}

/** Keeps a game among the last ones, in place of what was kept of it before. */
export function keepGame(room: string, id: number, result: string, state: URLSearchParams): void {
  const text = written(state);
  if (frozen || text.length > MAX_GAME) return;
  const others = keptGames(room).filter((game) => game.id !== id);
  saveGames(room, [{ id, when: Date.now(), result, state: text }, ...others].slice(0, MAX_GAMES));
}

export function forgetGame(room: string, id: number): void {
  saveGames(room, keptGames(room).filter((game) => game.id !== id));
}

/** The oldest make room when the storage is full. */
function saveGames(room: string, games: KeptGame[]): void {
  for (let many = games.length; many > 1; many = Math.floor(many / 2)) {
    const text = JSON.stringify(games.slice(0, many));
    memory.set(`games.${room}`, text);
    try {
      return localStorage.setItem(`${PREFIX}games.${room}`, text);
    } catch {
      // fewer may fit
    }
  }
  store(`games.${room}`, JSON.stringify(games.slice(0, 1)));
}

/** The id of the game that is on a room's board; it stays through reloads. */
export function gameId(room: string): number {
  const id = Number(stored(`game.${room}`));
  return id > 0 ? id : newGame(room);
}

/** Another game is on the board from now on. */
export function newGame(room: string, id = Date.now()): number {
  store(`game.${room}`, String(id));
  return id;
}

/** The list of the last games of a room, to open and to forget. */
export class KeptList {
  readonly element: HTMLDetailsElement;
  private readonly list = h("ol", { class: "kept" });
  private readonly none = h("p", { class: "info" }, t("keptNone"));

  constructor(
    private readonly room: string,
    private readonly open: (game: KeptGame) => void,
  ) {
    this.element = drawer(t("keptGames"), "keptgames", false, this.none, this.list);
    this.element.addEventListener("toggle", () => this.refresh());
  }

  refresh(): void {
    if (!this.element.open) return;
    const games = keptGames(this.room);
    this.none.hidden = games.length > 0;
    this.list.replaceChildren(...games.map((game) => h("li", { class: "row" }, button(nameOf(game), () => this.open(game), { "data-do": "kept" }),
      button("×", () => this.forget(game), { "aria-label": t("forget"), title: t("forget"), "data-do": "forget" }))));
  }

  private forget(game: KeptGame): void {
    const before = keptGames(this.room);
    forgetGame(this.room, game.id);
    this.refresh();
    notice(t("forgotten"), { undo: () => {
      saveGames(this.room, before);
      this.refresh();
    } });
  }
}

/** A game's name: its date and its result. */
function nameOf(game: KeptGame): string {
  const date = new Date(game.when).toLocaleString(language() === "zh" ? "zh-CN" : "en-GB", {
    year: "numeric", month: "2-digit", day: "2-digit", hour: "2-digit", minute: "2-digit",
  });
  const result = game.result.replace(/\bB\+/, t("blackWon")).replace(/\bW\+/, t("whiteWon")).replace(/(^| · )$/, `$1${t("unfinished")}`);
  return [date, result].join(" · ");
}
