// How large a picture is shown: as large as fits, at steps of half a device pixel an art pixel.

/** Screens on which the board stands beside the panels; style.css has the same line. */
export const BESIDE = "(min-width: 900px), (min-width: 600px) and (max-height: 500px)";

/** Sizes a room's canvas: beside the panels it must fit the window, with so much room below, above them the width. */
export function fitStage(stage: HTMLElement, element: HTMLCanvasElement, below = 0): void {
  const beside = matchMedia(BESIDE).matches;
  const room = stage.parentElement ?? stage;
  const top = room.getBoundingClientRect().top + window.scrollY + parseFloat(getComputedStyle(room).paddingTop);
  fit(element, stage.clientWidth, beside ? Math.max(160, window.innerHeight - top - below - 6) : window.innerHeight * 0.8);
}

/** Every tile of 16 art pixels gets the same whole number of device pixels, so all look alike. */
const crisp = (scale: number): number => (scale >= 1.5 ? Math.floor(scale * 2) / 2 : scale >= 1 ? 1 : scale);

/** Sizes a canvas to the largest crisp step that fits. */
export function fit(element: HTMLCanvasElement, width: number, height: number, most = 12): void {
  const ratio = devicePixelRatio || 1;
  // a board with a camera draws in device pixels and says how large it would be in art pixels
  const across = Number(element.dataset["across"] ?? element.width);
  const down = Number(element.dataset["down"] ?? element.height);
  const scale = Math.min((width * ratio) / across, (height * ratio) / down, most * ratio);
  const step = element.dataset["across"] ? scale : crisp(scale);
  element.style.width = `${(across * step) / ratio}px`;
  element.style.height = `${(down * step) / ratio}px`;
}
