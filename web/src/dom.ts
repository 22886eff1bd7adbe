// Short ways to make elements.

type Child = Node | string | null | undefined | false;
type Attributes = Record<string, string | number | boolean | ((event: Event) => void) | undefined>;

/** An element with attributes (`onclick` and the like take functions) and children. */
export function h<K extends keyof HTMLElementTagNameMap>(
  tag: K,
  attributes: Attributes = {},
  ...children: Child[]
): HTMLElementTagNameMap[K] {
  const element = document.createElement(tag);
  for (const [name, value] of Object.entries(attributes)) {
    if (value === undefined || value === false) continue;
    if (typeof value === "function") element.addEventListener(name.slice(2), value);
    else element.setAttribute(name, value === true ? "" : String(value));
  }
  for (const child of children) if (child) element.append(child);
  return element;
}

/** A window with the double border and a title; the head of a room has the room's name. */
export function panel(title: string, className: string, ...children: Child[]): HTMLElement {
  return h("section", { class: `panel ${className}` }, h(className === "head" ? "h1" : "h2", {}, title), ...children);
}

/** A panel one can fold. */
export function drawer(title: string, className: string, open: boolean, ...children: Child[]): HTMLDetailsElement {
  return h("details", { class: `panel drawer ${className}`, open }, h("summary", {}, title), ...children);
}

export function button(label: string, run: () => void, attributes: Attributes = {}): HTMLButtonElement {
  return h("button", { type: "button", onclick: run, ...attributes }, label);
}

/** A labelled choice. */
export function choice(
  label: string,
  options: readonly (readonly [value: string, text: string])[],
  value: string,
  pick: (value: string) => void,
): HTMLLabelElement {
  const select = h("select", { onchange: () => pick(select.value) });
  for (const [optionValue, text] of options)
    select.append(h("option", { value: optionValue, selected: optionValue === value }, text));
  return h("label", { class: "field" }, h("span", {}, label), select);
}

export function checkbox(label: string, on: boolean, change: (on: boolean) => void): HTMLLabelElement {
  const input = h("input", { type: "checkbox", checked: on, onchange: () => change(input.checked) });
  return h("label", { class: "tick" }, input, h("span", {}, label));
}

export const reducedMotion = (): boolean => matchMedia("(prefers-reduced-motion: reduce)").matches;

/** Whether keys typed at this element are text or belong to the element itself. */
export function ownsKeys(target: EventTarget | null, key: string): boolean {
  if (!(target instanceof HTMLElement)) return false;
  if (target.matches("textarea, input:not([type=checkbox]):not([type=range])")) return true;
  if (target.matches("select")) return true;
  if (target.matches("input[type=range]")) return key.startsWith("Arrow") || key === "Home" || key === "End";
  if (target.matches("button, summary, a, input")) return key === " " || key === "Enter";
  return false;
}
