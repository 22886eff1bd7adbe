// A small editor: pick a kind of cell, paint it into the maze.
import { button, h, panel } from "./dom";
import { t } from "./language";
import { CELL_FLOOR, CELL_MOVE, CELL_START, CELL_WALL, cellText, mazeText } from "./maze-game";
import type { MazeView } from "./maze-view";

export class MazeEditor {
  readonly element: HTMLElement;
  /** Whether the maze was painted on. */
  touched = false;
  private brush = CELL_FLOOR;
  private view: MazeView | undefined;

  constructor(private readonly changed: () => void) {
    const brushes = h("div", { class: "brushes", role: "group", "aria-label": t("editMode") });
    const names = new Map<number, string>([[CELL_WALL, t("brushWall")], [CELL_FLOOR, t("brushFloor")], [CELL_START, t("brushStart")]]);
    for (let cell = CELL_WALL; cell < CELL_MOVE + 18; cell++) {
      const item = button(names.get(cell) ?? cellText(cell), () => this.pick(cell, brushes), { "data-brush": cellText(cell) });
      brushes.append(item);
    }
    this.element = panel(t("editMode"), "editor", brushes);
    this.pick(CELL_FLOOR, brushes);
  }

  edit(view: MazeView): void {
    this.view = view;
  }

  text(): string {
    return mazeText(this.view!.cells, this.view!.side);
  }

  /** Paints one cell; the border stays wall, and there is one start. */
  paint(cell: number): void {
    const view = this.view!;
    const { side, cells } = view;
    const row = Math.floor(cell / side);
    const column = cell % side;
    if (cell < 0 || row === 0 || column === 0 || row === side - 1 || column === side - 1) return;
    if (cells[cell] === this.brush || cells[cell] === CELL_START) return;
    if (this.brush === CELL_START) cells[cells.indexOf(CELL_START)] = CELL_FLOOR;
    cells[cell] = this.brush;
    this.touched = true;
    view.drawGround();
    this.changed();
  }

  moveCursor(direction: number): void {
    const view = this.view!;
    const { side } = view;
    const row = view.cursor < 0 ? 1 : Math.floor(view.cursor / side) + [-1, 0, 1, 0][direction]!;
    const column = view.cursor < 0 ? 1 : (view.cursor % side) + [0, 1, 0, -1][direction]!;
    view.cursor = Math.min(side - 2, Math.max(1, row)) * side + Math.min(side - 2, Math.max(1, column));
    view.changed();
  }

  private pick(cell: number, brushes: HTMLElement): void {
    this.brush = cell;
    for (const item of brushes.children)
      item.setAttribute("aria-pressed", String((item as HTMLElement).dataset["brush"] === cellText(cell)));
  }
}
