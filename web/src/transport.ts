// The player's buttons: start, back, auto, step, end, reset, a scrubber and the speed.
import { march } from "./animate";
import { button, h } from "./dom";
import { t, type Key } from "./language";
import { recall, remember } from "./settings";

export interface Player {
  step(): void;
  back(): void;
  seek(place: number): void;
  toEnd(): void;
  setAuto(on: boolean): void;
  reset(): void;
}

/** A player of events that are all known beforehand: places go from 0 to `count`. */
export abstract class EventPlayer implements Player {
  place = 0;
  private doing = new AbortController();

  abstract get count(): number;
  /** Shows the place. */
  abstract show(): void;
  /** Milliseconds to the next place. */
  protected abstract period(): number;
  protected abstract autoChanged(on: boolean): void;

  step(): void {
    this.seek(this.place + 1);
  }
  back(): void {
    this.seek(this.place - 1);
  }
  toEnd(): void {
    this.seek(this.count);
  }
  reset(): void {
    this.seek(0);
  }

  seek(place: number): void {
    this.stop();
    this.place = Math.max(0, Math.min(Math.floor(place), this.count));
    this.show();
  }

  setAuto(on: boolean): void {
    if (on && this.place === this.count) this.reset();
    this.stop();
    if (on) void this.run(this.doing.signal);
  }

  stop(): void {
    this.doing.abort();
    this.doing = new AbortController();
    this.autoChanged(false);
  }

  private async run(signal: AbortSignal): Promise<void> {
    this.autoChanged(true);
    const step = (): boolean => {
      this.place = Math.min(this.count, this.place + 1);
      return this.place < this.count;
    };
    if (await march(() => this.period(), signal, step, () => this.show())) this.autoChanged(false);
  }
}

/** What keys and buttons can ask of a room. */
export type Command = "auto" | "step" | "back" | "home" | "end" | "faster" | "slower" | "reset";

/** The last one is as fast as the machine can. */
export const SPEEDS = [0.25, 0.5, 0.75, 1, 1.25, 1.5, 1.75, 2, 3, 4, 8, 16, 32, 64, Infinity];

export class Transport {
  readonly element: HTMLElement;
  private readonly autoButton: HTMLButtonElement;
  private readonly scrubber: HTMLInputElement;
  private readonly place: HTMLElement;
  private readonly slider: HTMLInputElement;
  private readonly speedText: HTMLElement;
  private auto = false;
  private autoName: Key = "auto";

  constructor(private readonly player: Player) {
    this.autoButton = button("", () => this.command("auto"), { class: "wide", "data-do": "auto", "aria-pressed": "false" });
    this.scrubber = h("input", {
      type: "range", min: 0, max: 0, value: 0, class: "scrubber", "aria-label": t("playing"), "data-do": "scrub",
      oninput: () => player.seek(Number(this.scrubber.value)),
    });
    this.place = h("span", { class: "place" });
    this.slider = h("input", {
      type: "range", min: 0, max: SPEEDS.length - 1, "aria-label": t("speed"), "data-do": "speed",
      oninput: () => this.setSpeed(Number(this.slider.value)),
    });
    this.speedText = h("output", {});
    const icon = (text: string, label: string, command: Command): HTMLButtonElement =>
      button(text, () => this.command(command), { "aria-label": label, title: label, "data-do": command });
    this.element = h(
      "div",
      { class: "transport" },
      h(
        "div",
        { class: "buttons" },
        icon("|◀", t("start"), "home"),
        icon("◀", t("back"), "back"),
        this.autoButton,
        icon("▶", t("step"), "step"),
        icon("▶|", t("end"), "end"),
      ),
      this.scrubber,
      h("div", { class: "row" }, this.place, button(t("reset"), () => this.command("reset"), { "data-do": "reset" })),
      h("label", { class: "row" }, h("span", {}, t("speed")), this.slider, this.speedText),
    );
    this.setSpeed(SPEEDS.indexOf(Number(recall("speed") ?? 1)));
    this.setAuto(false);
  }

  get speed(): number {
    return SPEEDS[Number(this.slider.value)] ?? 1;
  }

  command(command: Command): void {
    const index = Number(this.slider.value);
    if (command === "auto") this.player.setAuto(!this.auto);
    else if (command === "step") this.player.step();
    else if (command === "back") this.player.back();
    else if (command === "home") this.player.seek(0);
    else if (command === "end") this.player.toEnd();
    else if (command === "reset") this.player.reset();
    else if (command === "faster") this.setSpeed(Math.min(SPEEDS.length - 1, index + 1));
    else this.setSpeed(Math.max(0, index - 1));
  }

  /** What playing by itself is called here. */
  nameAuto(name: Key): void {
    this.autoName = name;
    this.setAuto(this.auto);
  }

  /** Shows whether it plays by itself. */
  setAuto(on: boolean): void {
    this.auto = on;
    this.autoButton.textContent = on ? `■ ${t("pause")}` : `▶ ${t(this.autoName)}`;
    this.autoButton.setAttribute("aria-pressed", String(on));
  }

  /** Where the player is; `words` names what is counted. */
  update(place: number, count: number, words: "moveOf" | "stepOf" | "boardOf" = "moveOf"): void {
    this.scrubber.max = String(count);
    this.scrubber.value = String(place);
    const from = words === "boardOf" ? 1 : 0; // place 0 is the first board
    this.place.textContent = t(words, { at: place + from, count: count + from });
    this.scrubber.setAttribute("aria-valuetext", this.place.textContent);
  }

  private setSpeed(index: number): void {
    const speed = SPEEDS[index] ?? 1;
    const text = speed === Infinity ? t("speedMost") : `${speed}×`;
    this.slider.value = String(SPEEDS.indexOf(speed));
    this.speedText.textContent = text;
    this.slider.setAttribute("aria-valuetext", text);
    remember("speed", String(speed));
  }
}
