// The module and its memory: texts, numbers and handles in and out. The page and the package use it.

export const NO_POINT = 0xffffffff;
const MESSAGE_BYTES = 4 + 400;
const ERROR_BYTES = 16 + 96 + 128 + 2 * MESSAGE_BYTES;

/**
 * A sentence of the library as a format of printf and the texts of its arguments: qi_message.
 * @typedef {{ format: string, given: string[] }} Message
 */

/**
 * What is wrong with a text, and where: qi_text_error.
 * @typedef {{ line: number, column: number, found: string, expected: string, foundMessage: Message, expectedMessage: Message }} TextError
 */

export class Core {
  /** @param {WebAssembly.Instance} instance */
  constructor(instance) {
    /**
     * Everything that the module exports is a function of numbers; handles are addresses.
     * @type {Record<string, (...values: number[]) => number>}
     */
    this.call = /** @type {any} */ (instance.exports);
    /** @type {WebAssembly.Memory} */
    this.memory = /** @type {any} */ (instance.exports).memory;
  }

  /** @param {BufferSource} bytes */
  static async load(bytes) {
    const { instance } = await WebAssembly.instantiate(bytes, {});
    return new Core(instance);
  }

  // These are views of the memory: they must be made anew after every call.

  /** @param {number} address @param {number} count */
  bytes(address, count) {
    return new Uint8Array(this.memory.buffer, address, count);
  }

  /** @param {number} address @param {number} count */
  words(address, count) {
    return new Uint32Array(this.memory.buffer, address, count);
  }

  /**
   * Memory that lives during `use`.
   * @template T
   * @param {number} size @param {(address: number) => T} use
   */
  borrow(size, use) {
    const address = this.call.allocate(size || 1) >>> 0;
    if (!address) throw new Error("out of memory");
    try {
      return use(address);
    } finally {
      this.call.release(address);
    }
  }

  /**
   * Passes a text in; `use` gets its address and length.
   * @template T
   * @param {string} text @param {(address: number, length: number) => T} use
   */
  pass(text, use) {
    const encoded = new TextEncoder().encode(text);
    return this.borrow(encoded.length, (address) => {
      this.bytes(address, encoded.length).set(encoded);
      return use(address, encoded.length);
    });
  }

  /** Reads a text that ends with a zero byte. @param {number} address */
  text(address) {
    const { buffer } = this.memory;
    const end = new Uint8Array(buffer).indexOf(0, address);
    return this.utf8(address, end - address);
  }

  /** @param {number} address @param {number} length */
  utf8(address, length) {
    return new TextDecoder().decode(this.bytes(address, length).slice());
  }

  /**
   * Calls a writer that returns the length of its text twice: for the length, and for the text.
   * @param {(to: number, capacity: number) => number} write
   */
  written(write) {
    const length = write(0, 0) >>> 0;
    return this.borrow(length + 1, (to) => {
      write(to, length + 1);
      return this.utf8(to, length);
    });
  }

  /**
   * Calls a parser that returns a handle, or 0 and then an error.
   * @param {string} text @param {(text: number, length: number, error: number) => number} parser
   * @returns {number | TextError}
   */
  parse(text, parser) {
    return this.borrow(ERROR_BYTES, (error) => {
      const handle = this.pass(text, (address, length) => parser(address, length, error)) >>> 0;
      return handle || this.error(error);
    });
  }

  /** An error that `ask` writes when it returns true. @param {(error: number) => number} ask */
  remark(ask) {
    return this.borrow(ERROR_BYTES, (error) => (ask(error) ? this.error(error) : undefined));
  }

  /** @param {number} address @returns {TextError} */
  error(address) {
    const view = new DataView(this.memory.buffer, address, 16);
    return {
      line: Number(view.getBigUint64(0, true)),
      column: Number(view.getBigUint64(8, true)),
      found: this.text(address + 16),
      expected: this.text(address + 112),
      foundMessage: this.message(address + 240),
      expectedMessage: this.message(address + 240 + MESSAGE_BYTES),
    };
  }

  /** @param {number} address @returns {Message} */
  message(address) {
    const format = this.words(address, 1)[0] ?? 0;
    const given = this.utf8(address + 4, MESSAGE_BYTES - 4).split("\0");
    return { format: format ? this.text(format) : "", given };
  }

  /** Words filled by `fill`, copied out. @param {number} count @param {(address: number) => void} fill */
  copyWords(count, fill) {
    return this.borrow(count * 4, (address) => {
      fill(address);
      return this.words(address, count).slice();
    });
  }

  /** @param {number} count @param {(address: number) => void} fill */
  copyBytes(count, fill) {
    return this.borrow(count, (address) => {
      fill(address);
      return this.bytes(address, count).slice();
    });
  }

  /**
   * What `use` returns, and the numbers that it wrote.
   * @param {number} count @param {(address: number) => number} use
   * @returns {[result: number, numbers: number[]]}
   */
  numbers(count, use) {
    return this.borrow(8 * count, (address) => {
      const result = use(address);
      return [result, Array.from(new Float64Array(this.memory.buffer, address, count))];
    });
  }
}

const registry = typeof FinalizationRegistry === "function" ? new FinalizationRegistry((/** @type {() => void} */ release) => release()) : null;

/**
 * An object in the module. It is freed by free(), or with the object here when that is garbage. Freeing twice is
 * harmless; any other use after free() throws, for the module would read the memory of other objects.
 */
export class Handle {
  #address;
  #kind;
  #release;

  /** @param {Core} core @param {string} release @param {number} address @param {string} kind */
  constructor(core, release, address, kind) {
    this.#address = address;
    this.#kind = kind;
    this.#release = () => void core.call[release]?.(address);
    registry?.register(this, this.#release, this);
  }

  get address() {
    if (!this.#address) throw new Error(`this ${this.#kind} has been freed`);
    return this.#address;
  }

  free() {
    if (!this.#address) return;
    registry?.unregister(this);
    this.#release();
    this.#address = 0;
  }
}
