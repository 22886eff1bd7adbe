// Every sound of the page, made by oscillators. Silent until the first gesture, as browsers ask.
import { recall, remember } from "./settings";

export const SOUNDS = ["ding", "merge", "buzz", "capture", "step", "coin", "wall", "win", "moo", "music"] as const;
export type Sound = (typeof SOUNDS)[number];

let context: AudioContext | undefined;
let tune: Tune | undefined;
/** The sounds that are switched off, and whether all are. */
let off: { sounds: Set<string>; all: boolean } | undefined;
const switches = (): { sounds: Set<string>; all: boolean } =>
  (off ??= { sounds: new Set((recall("muted") ?? "").split(",").filter(Boolean)), all: recall("silent") === "yes" });

/** Called at every key or touch; the first one makes the sound possible. */
export function wake(): void {
  if (context) {
    if (context.state === "suspended") void context.resume();
    return;
  }
  try {
    context = new AudioContext();
  } catch {
    return; // no sound on this machine
  }
  refreshMusic();
}

export const isSilent = (): boolean => switches().all;
export const isMuted = (sound: Sound): boolean => switches().sounds.has(sound);

export function setSilent(on: boolean): void {
  switches().all = on;
  remember("silent", on ? "yes" : "no");
  refreshMusic();
}

export function setMuted(sound: Sound, on: boolean): void {
  const { sounds } = switches();
  if (on) sounds.add(sound);
  else sounds.delete(sound);
  remember("muted", [...sounds].join(","));
  refreshMusic();
}

function refreshMusic(): void {
  const wanted = context !== undefined && !isSilent() && !isMuted("music");
  if (wanted && !tune) tune = new Tune(context!);
  if (!wanted && tune) {
    tune.stop();
    tune = undefined;
  }
}

/** One note: frequency in hertz, beginning and length in seconds from now. */
function tone(frequency: number, length: number, type: OscillatorType, volume: number, start = 0, slideTo = 0): void {
  const oscillator = context!.createOscillator();
  const gain = context!.createGain();
  const begin = context!.currentTime + start;
  oscillator.type = type;
  oscillator.frequency.setValueAtTime(frequency, begin);
  if (slideTo) oscillator.frequency.linearRampToValueAtTime(slideTo, begin + length);
  gain.gain.setValueAtTime(volume, begin);
  gain.gain.setValueAtTime(volume, begin + length * 0.6);
  gain.gain.linearRampToValueAtTime(0.0001, begin + length);
  oscillator.connect(gain).connect(context!.destination);
  oscillator.start(begin);
  oscillator.stop(begin + length);
}

function drum(start: number): void {
  const length = 0.08;
  const buffer = context!.createBuffer(1, context!.sampleRate * length, context!.sampleRate);
  const samples = buffer.getChannelData(0);
  for (let i = 0; i < samples.length; i++) samples[i] = (Math.random() * 2 - 1) * (1 - i / samples.length);
  const source = context!.createBufferSource();
  const gain = context!.createGain();
  source.buffer = buffer;
  gain.gain.value = 0.2;
  source.connect(gain).connect(context!.destination);
  source.start(context!.currentTime + start);
}

const SCALE = [523, 587, 659, 698, 784]; // C5 up to G5

const recipes: Record<Exclude<Sound, "music">, () => void> = {
  ding: () => tone(440, 0.1, "sine", 0.35),
  merge: () => {
    tone(330, 0.08, "triangle", 0.3);
    tone(392, 0.12, "triangle", 0.3, 0.08);
  },
  buzz: () => tone(110, 0.35, "sawtooth", 0.2),
  capture: () => tone(660, 0.15, "square", 0.12, 0, 220),
  step: () => tone(160, 0.05, "triangle", 0.3),
  coin: () => tone(300, 0.1, "sine", 0.4),
  wall: () => tone(100, 0.2, "sine", 0.4),
  win: () => {
    SCALE.forEach((frequency, i) => {
      tone(frequency, i === 4 ? 0.5 : 0.14, "square", 0.12, i * 0.14);
      drum(i * 0.14);
    });
  },
  moo: () => tone(170, 0.5, "sawtooth", 0.12, 0, 120),
};

export function play(sound: Exclude<Sound, "music">): void {
  if (!context || isSilent() || isMuted(sound)) return;
  recipes[sound]();
}

// ---- the music: a tune of our own in C major, eight bars, a square lead over a triangle bass ----

const STEP = 0.16; // seconds for an eighth note

// One character a step: a note name, '-' holds the note, '.' rests. Lower case is an octave below.
const LEAD =
  "E.G.C-G.A-G.E-D." + "C.E.G-E.D---.---" + "E.G.C-G.A-B.C-A." + "G-E.D.E.C---.---" +
  "A.A.B.C.B-G.E-G." + "A.C.B-A.G---.---" + "F.A.C-A.G-E.C-D." + "E.D.C.D.C---.---";
const BASS =
  "c---g---a---g---" + "c---e---g---g---" + "c---g---f---a---" + "g---g---c---c---" +
  "a---e---g---e---" + "f---d---g---g---" + "f---f---c---e---" + "g---g---c---c---";

const SEMITONES: Record<string, number> = { C: 0, D: 2, E: 4, F: 5, G: 7, A: 9, B: 11 };

/** The frequency of a note name: capitals from C5, small letters from C3. */
function frequency(name: string): number {
  const upper = name.toUpperCase();
  const octave = name === upper ? 72 : 48;
  return 440 * 2 ** ((octave + SEMITONES[upper]! - 69) / 12);
}

export class Tune {
  private readonly timer: ReturnType<typeof setInterval>;
  private readonly gain: GainNode;
  private step = 0;
  private next: number;

  constructor(private readonly context: AudioContext) {
    this.gain = context.createGain();
    this.gain.gain.value = 0.05;
    this.gain.connect(context.destination);
    this.next = context.currentTime + 0.1;
    this.timer = setInterval(() => this.schedule(), 100);
  }

  stop(): void {
    clearInterval(this.timer);
    this.gain.disconnect();
  }

  /** Notes are handed to the audio clock a little ahead, so a busy page does not stutter. */
  private schedule(): void {
    while (this.next < this.context.currentTime + 0.4) {
      this.note(LEAD, "square");
      this.note(BASS, "triangle");
      this.step = (this.step + 1) % LEAD.length;
      this.next += STEP;
    }
  }

  private note(part: string, type: OscillatorType): void {
    const name = part[this.step]!;
    if (name === "-" || name === ".") return;
    let length = 1;
    while (part[this.step + length] === "-") length++;
    const oscillator = this.context.createOscillator();
    oscillator.type = type;
    oscillator.frequency.value = frequency(name);
    oscillator.connect(this.gain);
    oscillator.start(this.next);
    oscillator.stop(this.next + length * STEP * 0.9);
  }
}
