import { badRequest } from '../errors.ts';
import { httpReasons } from './reasons.ts';
import { MAX_JSON_DEPTH, MAX_TOTAL_NAME_BYTES } from './bounds.ts';

const QUOTE = 0x22;
const BACKSLASH = 0x5c;
const LETTER_U = 0x75;
const COMMA = 0x2c;
const COLON = 0x3a;
const OPEN_LIST = 0x5b;
const CLOSE_LIST = 0x5d;
const OPEN_OBJECT = 0x7b;
const CLOSE_OBJECT = 0x7d;
const STRUCTURAL_BYTES = new Uint8Array(256);
for (const byte of [QUOTE, COMMA, COLON, OPEN_LIST, CLOSE_LIST, OPEN_OBJECT, CLOSE_OBJECT])
  STRUCTURAL_BYTES[byte] = 1;

/**
 * Checks JSON limits while the body arrives: number of values, nesting depth and length of names. It only looks at
 * punctuation and strings, so it does not detect invalid JSON.
 */
export class JsonLimits {
  readonly #most_values: number;
  #values = 0;
  #depth = 0;
  #text_bytes = 0;
  #name_bytes = 0;
  #is_text = false;
  #is_escaped = false;
  #has_codes = false;

  constructor(most_values: number) {
    this.#most_values = most_values;
  }

  /**
   * True if a string contains a `\u` escape. Only such a string can contain NUL or a lone surrogate, because the body
   * is valid UTF-8.
   */
  get has_codes(): boolean {
    return this.#has_codes;
  }

  read(bytes: Uint8Array): void {
    let at = 0;
    while (at < bytes.length) at = this.#is_text ? this.#readText(bytes, at) : this.#readRest(bytes, at);
  }

  #readText(bytes: Uint8Array, from: number): number {
    let is_escaped = this.#is_escaped;
    for (let at = from; at < bytes.length; at++) {
      const byte = bytes[at];
      if (is_escaped) {
        is_escaped = false;
        if (byte === LETTER_U) this.#has_codes = true;
      } else if (byte === BACKSLASH) is_escaped = true;
      else if (byte === QUOTE) {
        this.#is_escaped = this.#is_text = false;
        this.#text_bytes += at - from;
        return at + 1;
      }
    }
    this.#is_escaped = is_escaped;
    this.#text_bytes += bytes.length - from;
    return bytes.length;
  }

  #readRest(bytes: Uint8Array, from: number): number {
    for (let at = from; at < bytes.length; at++) {
      const byte = bytes[at] ?? 0;
      if (!STRUCTURAL_BYTES[byte]) continue;
      if (byte === QUOTE) {
        this.#is_text = true;
        this.#text_bytes = 0;
        return at + 1;
      }
      this.#note(byte);
    }
    return bytes.length;
  }

  #note(byte: number): void {
    if (byte === COMMA) this.#count();
    else if (byte === COLON) this.#countName();
    else if (byte === OPEN_LIST || byte === OPEN_OBJECT) this.#open();
    else this.#depth--;
  }

  #open(): void {
    this.#count();
    if (++this.#depth > MAX_JSON_DEPTH)
      throw badRequest('body', httpReasons.body_too_deep({ most: MAX_JSON_DEPTH }));
  }

  #countName(): void {
    this.#name_bytes += this.#text_bytes;
    if (this.#name_bytes > MAX_TOTAL_NAME_BYTES)
      throw badRequest('body', httpReasons.body_names_too_long({ most: MAX_TOTAL_NAME_BYTES }));
  }

  #count(): void {
    if (++this.#values > this.#most_values)
      throw badRequest('body', httpReasons.body_too_many_values({ most: this.#most_values }));
  }
}
