import { parseFailure } from './errors.ts';

// Letters, digits, `_`, `$`, inner spaces, and dashes that do not begin an arrow.
const namePattern = /[\p{L}\p{N}_ $]+(?:-(?!>)[\p{L}\p{N}_ $]+)*/uy;
const quotedPattern = /"((?:[^"\\]|\\.)*)"/suy;
const controlCharacters = /\p{Cc}/u;

/** Reads one query parameter from left to right; every error names the parameter and column. */
export class Scanner {
  readonly what: string;
  readonly text: string;
  position = 0;

  constructor(what: string, text: string) {
    this.what = what;
    this.text = text;
  }

  get isAtEnd() {
    return this.position >= this.text.length;
  }

  fail(expected: string): never {
    const next = this.text[this.position];
    const found = next === undefined ? 'unexpected end of input' : `unexpected "${next}"`;
    throw parseFailure(this.what, this.text, this.position, `${found} expecting ${expected}`);
  }

  /** Consumes `token` if it is next. */
  take(token: string): boolean {
    if (!this.text.startsWith(token, this.position)) return false;
    this.position += token.length;
    return true;
  }

  expect(token: string) {
    if (!this.take(token)) this.fail(`"${token}"`);
  }

  /** Consumes what the sticky pattern matches here. */
  match(pattern: RegExp): RegExpExecArray | null {
    pattern.lastIndex = this.position;
    const found = pattern.exec(this.text);
    if (found) this.position += found[0].length;
    return found;
  }

  /** Consumes the rest. */
  rest(): string {
    const text = this.text.slice(this.position);
    this.position = this.text.length;
    return text;
  }

  end() {
    if (!this.isAtEnd) this.fail('end of input');
  }

  /** `"in quotes"`, with `\"` and `\\` inside. */
  quoted(): string | null {
    return this.match(quotedPattern)?.[1]?.replace(/\\(.)/gsu, '$1') ?? null;
  }

  name(): string {
    const start = this.position;
    const name = this.quoted() ?? this.match(namePattern)?.[0].trim() ?? '';
    if (name === '' || controlCharacters.test(name)) {
      this.position = start;
      this.fail('field name (* or [a..z0..9_$])');
    }
    return name;
  }
}
