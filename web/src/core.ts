// The C core: loading the WebAssembly module and passing texts and arrays in and out.

/** Everything the module exports is a function of numbers; handles are addresses. */
type Calls = Record<string, (...values: number[]) => number>;

/** A sentence of the library as a format of printf and the texts of its arguments: qi_message. */
export interface Message {
  format: string;
  given: string[];
}

/** What is wrong with a text, and where: qi_text_error. */
export interface TextError {
  line: number;
  column: number;
  found: string;
  expected: string;
  foundMessage: Message;
  expectedMessage: Message;
}

const MESSAGE_BYTES = 4 + 400;
const ERROR_BYTES = 16 + 96 + 128 + 2 * MESSAGE_BYTES;
export const NO_POINT = 0xffffffff;

export class Core {
  readonly call: Calls;
  private readonly memory: WebAssembly.Memory;

  constructor(instance: WebAssembly.Instance) {
    this.call = instance.exports as unknown as Calls;
    this.memory = instance.exports["memory"] as WebAssembly.Memory;
  }

  static async load(bytes: BufferSource): Promise<Core> {
    const { instance } = await WebAssembly.instantiate(bytes, {});
    return new Core(instance);
  }

  bytes(address: number, count: number): Uint8Array {
    return new Uint8Array(this.memory.buffer, address, count);
  }

  words(address: number, count: number): Uint32Array {
    return new Uint32Array(this.memory.buffer, address, count);
  }

  /** Memory that lives during `use`; the views above must be made anew after every call. */
  borrow<T>(size: number, use: (address: number) => T): T {
    const address = this.call["allocate"]!(size || 1) >>> 0;
    if (!address) throw new Error("out of memory");
    try {
      return use(address);
    } finally {
      this.call["release"]!(address);
    }
  }

  /** Passes a text in; `use` gets its address and length. */
  pass<T>(text: string, use: (address: number, length: number) => T): T {
    const encoded = new TextEncoder().encode(text);
    return this.borrow(encoded.length, (address) => {
      this.bytes(address, encoded.length).set(encoded);
      return use(address, encoded.length);
    });
  }

  /** Reads a text that ends with a zero byte within `most` bytes. */
  text(address: number, most: number): string {
    const bytes = this.bytes(address, most);
    const end = bytes.indexOf(0);
    return new TextDecoder().decode(bytes.slice(0, end < 0 ? most : end));
  }

  /** Calls a parser that returns a handle or 0; the error is read when it failed. */
  parse(text: string, parser: (text: number, length: number, error: number) => number): number | TextError {
    return this.borrow(ERROR_BYTES, (error) => {
      const handle = this.pass(text, (address, length) => parser(address, length, error)) >>> 0;
      return handle || this.readError(error);
    });
  }

  /** An error that `ask` writes when it returns true. */
  remark(ask: (error: number) => number): TextError | undefined {
    return this.borrow(ERROR_BYTES, (error) => (ask(error) ? this.readError(error) : undefined));
  }

  private readError(error: number): TextError {
    const view = new DataView(this.memory.buffer, error, 16);
    return {
      line: Number(view.getBigUint64(0, true)),
      column: Number(view.getBigUint64(8, true)),
      found: this.text(error + 16, 96),
      expected: this.text(error + 112, 128),
      foundMessage: this.message(error + 240),
      expectedMessage: this.message(error + 240 + MESSAGE_BYTES),
    };
  }

  message(address: number): Message {
    const format = new DataView(this.memory.buffer).getUint32(address, true);
    const given = new TextDecoder().decode(this.bytes(address + 4, MESSAGE_BYTES - 4)).split("\0");
    return { format: format ? this.text(format, 256) : "", given };
  }

  /** An array of words filled by `fill`, copied out. */
  copyWords(count: number, fill: (address: number) => void): Uint32Array {
    return this.borrow(count * 4, (address) => {
      fill(address);
      return this.words(address, count).slice();
    });
  }

  copyBytes(count: number, fill: (address: number) => void): Uint8Array {
    return this.borrow(count, (address) => {
      fill(address);
      return this.bytes(address, count).slice();
    });
  }
}

/** The address of an object in the module. Reading it after free() throws: the module would read memory of other objects. */
export class Handle {
  constructor(
    private readonly core: Core,
    private readonly release: string,
    private at: number,
  ) {}

  get address(): number {
    if (!this.at) throw new Error(`used after ${this.release}`);
    return this.at;
  }

  free(): void {
    if (this.at) this.core.call[this.release]!(this.at);
    this.at = 0;
  }
}

/** Unpacks the module that the build put into the page. */
export async function unpack(packed: string): Promise<Uint8Array<ArrayBuffer>> {
  const bytes = Uint8Array.from(atob(packed), (c) => c.charCodeAt(0));
  const stream = new Blob([bytes]).stream().pipeThrough(new DecompressionStream("deflate-raw"));
  return new Uint8Array(await new Response(stream).arrayBuffer());
}
