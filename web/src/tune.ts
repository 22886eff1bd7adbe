// The music: a tune of our own in C major, eight bars, a square lead over a triangle bass.

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
