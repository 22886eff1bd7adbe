// What the Go room draws besides the stones: refusals, the position that would come back, move numbers.
import type { Notes } from "./board-notes";
import { BoardView, fit } from "./board-view";
import { h } from "./dom";
import { GO_OK, GO_SUICIDE, type Entry, type GoGame } from "./go-game";
import { t } from "./language";
import { neighbours } from "./nogo-show";

const CROP = 7; // points on a side of the earlier position that is shown

/** A refused move drawn large, with the stones that would die. */
export function refusalOf(game: GoGame, { verdict, point, colour }: Entry, stones: Uint8Array): Notes["refusal"] {
  if (verdict === GO_OK || point < 0) return undefined;
  const doomed = new Set<number>();
  if (verdict === GO_SUICIDE) {
    const groups = game.groups();
    const roots = neighbours(point, game.rows, game.columns).filter((next) => stones[next] === colour).map((next) => groups[next]);
    stones.forEach((stone, at) => stone === colour && roots.includes(groups[at]) && doomed.add(at));
  }
  return { ghost: { point, black: colour === 1 }, doomed };
}

/** On every stone the number of the move that put it there; the last one counts. */
export function moveNumbers(game: GoGame, stones: Uint8Array): Map<number, string> {
  const numbers = new Map<number, string>();
  for (let i = 0, n = 0; i < game.place; i++) {
    const { point, verdict, setup, note } = game.entry(i);
    if (verdict !== GO_OK || setup || note) continue;
    n++;
    if (point >= 0 && stones[point]) numbers.set(point, String(n));
  }
  return numbers;
}

/** For superko: the earlier position that the move would bring back, with what differs from now. */
export function earlierPosition(game: GoGame, entry: Entry): HTMLElement[] {
  const earlier = new BoardView(game.rows, game.columns);
  const stones = game.earlier(entry.repeated);
  const now = game.stones();
  stones.forEach((colour, point) => {
    if (colour !== now[point]) earlier.overlay.marked.add(point);
  });
  earlier.setPosition(stones, []);
  const picture = earlier.crop(entry.point, CROP);
  picture.setAttribute("role", "img");
  const caption = t("earlier", { step: entry.repeated });
  picture.setAttribute("aria-label", caption);
  picture.className = "pixels earlier";
  fit(picture, 300, 300, 2);
  return [h("p", {}, caption), picture];
}
