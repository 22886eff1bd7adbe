// Time: pauses and animations that stop when their signal is aborted.
import { reducedMotion } from "./dom";

/** Resolves after a time; false when aborted before. */
export function pause(milliseconds: number, signal: AbortSignal): Promise<boolean> {
  return new Promise((resolve) => {
    if (signal.aborted) return resolve(false);
    const timer = setTimeout(() => done(true), milliseconds);
    const stop = (): void => done(false);
    const done = (whole: boolean): void => {
      clearTimeout(timer);
      signal.removeEventListener("abort", stop);
      resolve(whole);
    };
    signal.addEventListener("abort", stop);
  });
}

/** Calls `frame` with 0..1 before every repaint; the last call is always with 1, aborted or not. */
export function animate(milliseconds: number, signal: AbortSignal, frame: (part: number) => void): Promise<boolean> {
  return new Promise((resolve) => {
    const begin = performance.now();
    const tick = (): void => {
      const part = signal.aborted ? 1 : Math.min(1, (performance.now() - begin) / milliseconds);
      frame(part);
      if (part === 1) resolve(!signal.aborted);
      else requestAnimationFrame(tick);
    };
    tick();
  });
}

/** A function that draws before the next frame, once, however often it is called. */
export function oncePerFrame(draw: () => void): () => void {
  let waiting = false;
  return () => {
    if (waiting) return;
    waiting = true;
    requestAnimationFrame(() => {
      waiting = false;
      draw();
    });
  };
}

const FRAME = 16; // milliseconds
const WORK = 10; // milliseconds of a frame that steps may take

/**
 * Makes steps, one every `period()` milliseconds; 0 is as fast as possible. Steps that fall into one frame are
 * made together, so that the page stays responsive; `show` is called after them. Ends when `step` returns false;
 * false when aborted before.
 */
export async function march(period: () => number, signal: AbortSignal, step: () => boolean, show: () => void = () => {}): Promise<boolean> {
  let owed = 0;
  for (;;) {
    const each = period();
    const before = performance.now();
    if (!(await pause(Math.max(each, FRAME), signal))) return false;
    const begin = performance.now();
    owed = each >= FRAME ? 1 : each > 0 ? (owed % 1) + (begin - before) / each : Infinity;
    let more = true;
    for (; more && owed >= 1 && performance.now() - begin < WORK; owed--) more = step();
    show();
    if (!more || signal.aborted) return !more;
    if (owed === Infinity) owed = 0;
  }
}

const FLASHES = 3;
const FASTEST_FLASH = 340; // milliseconds: never more than three a second

/** Lights something three times; with reduced motion it is lit once and stays so. */
export async function flash(milliseconds: number, signal: AbortSignal, light: (on: boolean) => void): Promise<boolean> {
  if (reducedMotion()) {
    light(true);
    return pause(Math.min(milliseconds, 400), signal);
  }
  const each = Math.max(FASTEST_FLASH, milliseconds / FLASHES);
  for (let i = 0; i < FLASHES; i++) {
    light(true);
    const whole = await pause(each / 2, signal);
    light(false);
    if (!whole || !(await pause(each / 2, signal))) return false;
  }
  return true;
}
