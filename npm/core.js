// The module and its memory: texts, numbers and handles in and out. The page and the package use it.

export const NO_POINT = 0xffffffff;
/** The words for page_kind in web/wasm/page.h, in its order. */
const KINDS = ["", "NoGo game", "Go game", "maze", "SGF tree", "player", "solver", "text", "verdict"];
const [NO_HANDLE, FREED, OTHER_KIND, OUT_OF_RANGE] = [1, 2, 3, 4]; // `problem` in web/wasm/handles.c
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
    const exports = /** @type {any} */ (instance.exports);
    /** @type {WebAssembly.Memory} */
    this.memory = exports.memory;
    /**
     * Everything that the module exports is a function of numbers. A call with a wrong handle or index throws.
     * @type {Record<string, (...values: number[]) => number>}
     */
    this.call = {};
    const stack = exports.__stack_pointer.value;
    for (const [name, inside] of Object.entries(exports))
      if (typeof inside === "function")
        this.call[name] = (...values) => {
          try {
            return inside(...values);
          } catch (error) {
            exports.__stack_pointer.value = stack; // a trap leaves it where it was
            throw reason(exports.problem()) ?? error;
          }
        };
  }

  /** @param {BufferSource | WebAssembly.Module} source */
  static async load(source) {
    const module = source instanceof WebAssembly.Module ? source : await WebAssembly.compile(source);
    return new Core(await WebAssembly.instantiate(module, {}));
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
   * Calls a parser that returns a handle, or 0 and then an error. Throws when there is no memory.
   * @param {string} text @param {(text: number, length: number, error: number) => number} parser
   * @returns {number | TextError}
   */
  parse(text, parser) {
    return this.borrow(ERROR_BYTES, (error) => {
      this.bytes(error, ERROR_BYTES).fill(0);
      const handle = this.pass(text, (address, length) => parser(address, length, error));
      if (!handle && this.bytes(error, ERROR_BYTES).every((byte) => byte === 0)) throw new Error("out of memory");
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
   * @template T
   * @param {number} count @param {(address: number) => T} use
   * @returns {[result: T, numbers: number[]]}
   */
  numbers(count, use) {
    return this.borrow(8 * count, (address) => {
      const result = use(address);
      return [result, Array.from(new Float64Array(this.memory.buffer, address, count))];
    });
  }
}

/** Why a call trapped, or undefined when the fault is the module's own. @param {number} problem */
function reason(problem) {
  const expected = KINDS[(problem >> 8) & 255], found = KINDS[(problem >> 16) & 255];
  switch (problem & 255) {
    case NO_HANDLE:
      return new TypeError(`expected a ${expected}`);
    case FREED:
      return new Error(`this ${expected} has been freed`);
    case OTHER_KIND:
      return new TypeError(`found a ${found}, expected a ${expected}`);
    case OUT_OF_RANGE:
      return new RangeError("a number is out of range");
  }
  return undefined;
}

const registry = typeof FinalizationRegistry === "function" ? new FinalizationRegistry((/** @type {() => void} */ release) => release()) : null;

/**
 * An object in the module. It is freed by free(), or with the object here when that is garbage. Freeing twice is
 * harmless; any other use after free() throws.
 */
export class Handle {
  /** @param {Core} core @param {number} number */
  constructor(core, number) {
    if (!number) throw new Error("out of memory");
    this.core = core;
    this.number = number;
    registry?.register(this, () => core.call.free?.(number), this);
  }

  free() {
    registry?.unregister(this);
    this.core.call.free?.(this.number);
  }
}
