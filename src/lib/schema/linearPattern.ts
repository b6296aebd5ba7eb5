import { RE2JS, RE2JSException } from 're2js';

/** Thrown for a pattern that is rejected; the message is shown to its author. */
export class PatternFault extends Error {}

export type LinearPattern = { test(text: string): boolean; toString(): string };

const TOKENS = /\\(?:[pPu]\{[^}]*\}|k<|[\s\S])|\(\?(?:<?[=!])|\[\^?|[\s\S]/gu;
/** The white space of JavaScript's `\s` as the content of a character class. */
const SPACES = String.raw`\t-\r \x{a0}\x{1680}\x{2000}-\x{200a}\x{2028}\x{2029}\x{202f}\x{205f}\x{3000}\x{feff}`;
const NO_SPACES = String.raw`\x{0}-\x{8}\x{e}-\x{1f}!-\x{9f}\x{a1}-\x{167f}\x{1681}-\x{1fff}\x{200b}-\x{2027}\x{202a}-\x{202e}\x{2030}-\x{205e}\x{2060}-\x{2fff}\x{3001}-\x{fefe}\x{ff00}-\x{10ffff}`;
const LINE_ENDS = String.raw`\n\r\x{2028}\x{2029}`;

/**
 * Compiles a JavaScript regular expression (flag u) that is matched in linear time. Throws a PatternFault for patterns
 * with look-around or back-references, which need backtracking.
 */
export function compileLinear(source: string): LinearPattern {
  assertIsPattern(source);
  try {
    const compiled = RE2JS.compile(RE2JS.translateRegExp(asLinear(source)));
    return { test: (text) => compiled.test(text), toString: () => source };
  } catch (error) {
    if (!(error instanceof RE2JSException)) throw error;
    throw new PatternFault(reasonOf(error));
  }
}

function assertIsPattern(source: string): void {
  try {
    void new RegExp(source, 'u');
  } catch (error) {
    throw new PatternFault(error instanceof Error ? error.message : 'not a regular expression');
  }
}

/** Rewrites tokens that RE2 interprets differently than JavaScript. */
function asLinear(source: string): string {
  let in_class = false;
  return source.replaceAll(TOKENS, (token) => {
    if (in_class) {
      if (token === ']') in_class = false;
      return inClass(token);
    }
    if (token.startsWith('[')) in_class = true;
    return outsideClass(token);
  });
}

function inClass(token: string): string {
  switch (token) {
    case String.raw`\s`:
      return SPACES;
    case String.raw`\S`:
      return NO_SPACES;
    case String.raw`\b`:
      return String.raw`\x08`;
    case '[':
    case '[^':
      return `\\${token}`;
    default:
      return token;
  }
}

function outsideClass(token: string): string {
  if (token.startsWith('(?')) throw new PatternFault('look-ahead and look-behind are not supported');
  if (/^\\(?:[1-9]|k<)$/.test(token)) throw new PatternFault('back-references are not supported');
  switch (token) {
    case String.raw`\s`:
      return `[${SPACES}]`;
    case String.raw`\S`:
      return `[^${SPACES}]`;
    case '.':
      return `[^${LINE_ENDS}]`;
    default:
      return token;
  }
}

function reasonOf({ message }: Error): string {
  const [, problem = message] = /^error parsing regexp: (.*)$/s.exec(message) ?? [];
  return problem.startsWith('invalid repeat count')
    ? 'at most 1000 repetitions are supported; maxLength bounds longer texts'
    : `not supported: ${problem}`;
}
