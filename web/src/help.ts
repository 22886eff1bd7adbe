// The help window: keys, each sound with its own switch, and the licences of the fonts.
import packedLicences from "inline:licences";
import { unpack } from "./packed";
import { button, checkbox, h } from "./dom";
import { t, type Key } from "./language";
import { isMuted, setMuted, SOUNDS } from "./sound";

const KEYS: readonly [string, Key][] = [
  ["Space", "keySpace"],
  ["← →", "keyArrows"],
  ["Home End", "keyEnds"],
  ["+ −", "keySpeed"],
  ["M", "keyMute"],
  ["P", "keyPass"],
  ["R", "keyReset"],
  ["H W U", "keyNogo"],
  ["T", "keyTheme"],
  ["?", "keyHelp"],
  ["↑ ↓ ← → Enter", "keyBoard"],
];

const RULES: Partial<Record<Key, Key>> = { nogo: "rulesNogo", go: "rulesGo", maze: "rulesMaze", judge: "rulesJudge", algorithm: "rulesAlgorithm" };

/** `room` is the one to explain, if any. */
export function openHelp(room: Key | undefined): void {
  const licence = h("pre", { tabindex: 0 });
  void unpack(packedLicences).then((bytes) => (licence.textContent = new TextDecoder().decode(bytes)));
  const dialog = h(
    "dialog",
    { class: "panel help", "aria-label": t("help") },
    room && h("h2", {}, t(room)),
    room && h("p", {}, t(RULES[room] ?? "rulesNogo")),
    h("h2", {}, t("keys")),
    h("dl", {}, ...KEYS.flatMap(([key, text]) => [h("dt", {}, ...key.split(" ").map((k) => h("kbd", {}, k))), h("dd", {}, t(text))])),
    h("h2", {}, t("soundsHeard")),
    h(
      "div",
      { class: "ticks" },
      ...SOUNDS.map((sound) => checkbox(t(`s_${sound}`), !isMuted(sound), (on) => setMuted(sound, !on))),
    ),
    h("details", {}, h("summary", {}, t("licences")), licence),
    button(t("close"), () => dialog.close(), { "data-do": "close", autofocus: true }),
  );
  dialog.addEventListener("close", () => dialog.remove());
  document.body.append(dialog);
  dialog.showModal();
}
