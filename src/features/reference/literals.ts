const INLINE_WIDTH = 56;

/** Syntax of a programming language for JSON values. */
type Spelling = {
  text(value: string): string;
  key(name: string): string;
  constants: Readonly<Record<'true' | 'false' | 'null', string>>;
  spaced_braces: boolean;
};

const TYPESCRIPT: Spelling = {
  text: singleQuotedLiteral,
  key: (name) => (/^[A-Za-z_$][\w$]*$/.test(name) ? name : singleQuotedLiteral(name)),
  constants: { true: 'true', false: 'false', null: 'null' },
  spaced_braces: true,
};

const PYTHON: Spelling = {
  text: (value) => JSON.stringify(value),
  key: (name) => JSON.stringify(name),
  constants: { true: 'True', false: 'False', null: 'None' },
  spaced_braces: false,
};

export function typescriptLiteral(value: unknown, indent = 0): string {
  return write(value, TYPESCRIPT, indent);
}

export function pythonLiteral(value: unknown, indent = 0): string {
  return write(value, PYTHON, indent);
}

export function quoteForShell(text: string): string {
  return `'${text.replaceAll("'", "'\\''")}'`;
}

export function singleQuotedLiteral(text: string): string {
  const inner = JSON.stringify(text).slice(1, -1).replaceAll('\\"', '"').replaceAll("'", "\\'");
  return `'${inner}'`;
}

function write(value: unknown, spelling: Spelling, indent: number): string {
  if (typeof value === 'string') return spelling.text(value);
  if (typeof value === 'number') return String(value);
  if (typeof value === 'boolean') return spelling.constants[value ? 'true' : 'false'];
  if (Array.isArray(value)) {
    const items = value.map((item: unknown) => write(item, spelling, indent + 1));
    return enclose(items, { open: '[', close: ']', gap: '' }, indent, spelling);
  }
  if (typeof value !== 'object' || value === null) return spelling.constants.null;
  const members = Object.entries(value).map(
    ([name, member]) => `${spelling.key(name)}: ${write(member, spelling, indent + 1)}`,
  );
  const gap = spelling.spaced_braces ? ' ' : '';
  return enclose(members, { open: '{', close: '}', gap }, indent, spelling);
}

type Brackets = { open: string; close: string; gap: string };

function enclose(
  parts: readonly string[],
  { open, close, gap }: Brackets,
  indent: number,
  { spaced_braces }: Spelling,
): string {
  if (parts.length === 0) return open + close;
  const line = parts.join(', ');
  if (line.length <= INLINE_WIDTH && !line.includes('\n')) return `${open}${gap}${line}${gap}${close}`;
  const step = spaced_braces ? '  ' : '    ';
  const inside = parts.map((part) => `${step.repeat(indent + 1)}${part},\n`).join('');
  return `${open}\n${inside}${step.repeat(indent)}${close}`;
}
