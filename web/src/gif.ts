// Animated GIF: pixel art has few colours, and from frame to frame little changes.

export interface GifFrame {
  /** RGBA, width * height * 4 bytes. */
  pixels: Uint8ClampedArray;
  /** Hundredths of a second. */
  delay: number;
}

/** Collects bytes without an array that grows one by one. */
class Bytes {
  private list = new Uint8Array(1 << 16);
  length = 0;

  put(...bytes: number[]): void {
    for (const byte of bytes) {
      if (this.length === this.list.length) {
        const larger = new Uint8Array(this.list.length * 2);
        larger.set(this.list);
        this.list = larger;
      }
      this.list[this.length++] = byte;
    }
  }

  word(value: number): void {
    this.put(value & 255, value >> 8);
  }

  text(text: string): void {
    for (const character of text) this.put(character.charCodeAt(0));
  }

  whole(): Uint8Array<ArrayBuffer> {
    return this.list.slice(0, this.length);
  }
}

export class Gif {
  private readonly out = new Bytes();
  private readonly colours = new Map<number, number>();
  private readonly palette: number[] = [];
  private before: Uint32Array | undefined;
  private tableAt = 0;

  constructor(
    private readonly width: number,
    private readonly height: number,
  ) {
    const { out } = this;
    out.text("GIF89a");
    out.word(width);
    out.word(height);
    out.put(0xf7, 0, 0); // a table of 256 colours follows
    this.tableAt = out.length;
    for (let i = 0; i < 768; i++) out.put(0);
    out.put(0x21, 0xff, 11);
    out.text("NETSCAPE2.0");
    out.put(3, 1, 0, 0, 0); // for ever
  }

  add({ pixels, delay }: GifFrame): void {
    const now = new Uint32Array(pixels.slice().buffer);
    const [left, top, width, height] = this.before ? changed(this.before, now, this.width, this.height) : [0, 0, this.width, this.height];
    this.before = now;
    const { out } = this;
    out.put(0x21, 0xf9, 4, 4, delay & 255, delay >> 8, 0, 0); // leave it in place
    out.put(0x2c);
    for (const value of [left, top, width, height]) out.word(value);
    out.put(0);
    const indices = new Uint8Array(width * height);
    for (let y = 0; y < height; y++)
      for (let x = 0; x < width; x++) indices[y * width + x] = this.index(now[(top + y) * this.width + left + x]! & 0xffffff);
    pack(indices, out);
  }

  end(): Uint8Array<ArrayBuffer> {
    this.out.put(0x3b);
    const bytes = this.out.whole();
    this.palette.forEach((colour, i) => bytes.set([colour & 255, (colour >> 8) & 255, (colour >> 16) & 255], this.tableAt + 3 * i));
    return bytes;
  }

  /** The colour's place in the table; when that is full, the nearest colour there. */
  private index(colour: number): number {
    const known = this.colours.get(colour);
    if (known !== undefined) return known;
    let best = this.palette.length;
    if (best < 256) this.palette.push(colour);
    else {
      const distance = (other: number): number => [0, 8, 16].reduce((sum, shift) => sum + (((colour >> shift) & 255) - ((other >> shift) & 255)) ** 2, 0);
      best = this.palette.reduce((least, other, i) => (distance(other) < distance(this.palette[least]!) ? i : least), 0);
    }
    this.colours.set(colour, best);
    return best;
  }
}

/** The smallest rectangle with all that differs: left, top, width, height. */
function changed(before: Uint32Array, now: Uint32Array, width: number, height: number): [number, number, number, number] {
  let left = width;
  let right = -1;
  let top = height;
  let bottom = -1;
  for (let y = 0; y < height; y++)
    for (let x = 0; x < width; x++)
      if (before[y * width + x] !== now[y * width + x]) {
        left = Math.min(left, x);
        right = Math.max(right, x);
        top = Math.min(top, y);
        bottom = y;
      }
  return right < 0 ? [0, 0, 1, 1] : [left, top, right - left + 1, bottom - top + 1];
}

/** Variable-length codes of LZW with bytes of 8 bits, in blocks of at most 255 bytes. */
function pack(indices: Uint8Array, out: Bytes): void {
  const CLEAR = 256;
  const END = 257;
  out.put(8);
  let block: number[] = [];
  let bits = 0;
  let held = 0;
  let size = 9;
  const write = (code: number): void => {
    held |= code << bits;
    bits += size;
    while (bits >= 8) {
      block.push(held & 255);
      held >>>= 8;
      bits -= 8;
      if (block.length === 255) {
        out.put(255, ...block);
        block = [];
      }
    }
  };
  let codes = new Map<number, number>();
  let next = END + 1;
  write(CLEAR);
  let prefix = indices[0]!;
  for (let i = 1; i < indices.length; i++) {
    const key = (prefix << 8) | indices[i]!;
    const code = codes.get(key);
    if (code !== undefined) {
      prefix = code;
      continue;
    }
    write(prefix);
    if (next === 4096) {
      write(CLEAR);
      codes = new Map();
      next = END + 1;
      size = 9;
    } else {
      if (next === 1 << size) size++;
      codes.set(key, next++);
    }
    prefix = indices[i]!;
  }
  write(prefix);
  write(END);
  if (bits > 0) block.push(held & 255);
  if (block.length) out.put(block.length, ...block);
  out.put(0);
}
