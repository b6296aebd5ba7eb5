import type { OperationBody } from '../../api/operations.ts';

type Person = OperationBody<'POST /people/list'>['people'][number];
type Column = keyof Person;

/** A person as the server takes one, with the line as it was pasted. */
export type PastedPeople = { person: Person; line: string };

/** The server takes no longer cells; a cell that is cut is still too long for its column. */
const MAX_CELL_CHARACTERS = 1_000;

/** The order of the columns where no first line names them. */
const ORDER: readonly Column[] = ['email', 'full_name', 'access', 'device_name', 'role'];

/** Words of a first line that name a column. */
const HEADS: Record<string, Column> = {
  email: 'email',
  mail: 'email',
  address: 'email',
  emailaddress: 'email',
  name: 'full_name',
  fullname: 'full_name',
  access: 'access',
  glasses: 'device_name',
  seat: 'device_name',
  nameoftheglasses: 'device_name',
  role: 'role',
  roles: 'role',
};

/** The people of a pasted list or a CSV file: a line each, with commas, semicolons or tabs between columns. */
export function parsePastedPeople(text: string): PastedPeople[] {
  const lines = splitRows(transmissible(text).replace(/^\uFEFF/, ''))
    .map((line) => line.trim())
    .filter((line) => /[^\s,;]/.test(line));
  const [first = ''] = lines;
  const order = readHead(first);
  const rows = order ? lines.slice(1) : lines;
  return rows.map((line) => ({ line, person: readPerson(line, order) }));
}

/** Quotes that are not closed after so many lines or characters open no cell. */
const MAX_CELL_LINES = 20;
const MAX_ROW_CHARACTERS = 5 * MAX_CELL_CHARACTERS;

/** A cell in quotes may hold line breaks. */
function splitRows(text: string): string[] {
  const lines = text.split(/\r\n|\r|\n/);
  const rows: string[] = [];
  for (let at = 0; at < lines.length; at += 1) {
    const row = readRow(lines, at);
    rows.push(row.join('\n'));
    at += row.length - 1;
  }
  return rows;
}

function readRow(lines: readonly string[], at: number): string[] {
  const first = lines[at] ?? '';
  for (let count = 1; count <= MAX_CELL_LINES; count += 1) {
    const row = lines.slice(at, at + count);
    const text = row.join('\n');
    if (text.length > MAX_ROW_CHARACTERS) break;
    if (!splitCells(text).isOpen) return row;
  }
  return [first];
}

/** Characters that the server refuses in any request would refuse the whole list instead of their line. */
function transmissible(text: string): string {
  return text.replaceAll('\0', '\ufffd').toWellFormed();
}

/** The columns by their names; undefined where the line is a person. */
function readHead(line: string): (Column | undefined)[] | undefined {
  const columns = cellsOf(line).map((cell) => HEADS[cell.toLowerCase().replaceAll(/[^a-z]/g, '')]);
  return columns.includes('email') ? columns : undefined;
}

function readPerson(line: string, order: readonly (Column | undefined)[] | undefined): Person {
  const cells = cellsOf(line);
  const person: Person = { email: '', full_name: '', access: '', device_name: '', role: '' };
  (order ?? orderOf(cells)).forEach((column, at) => {
    if (column) person[column] = (cells[at] ?? '').slice(0, MAX_CELL_CHARACTERS);
  });
  const { name, address } = splitMailbox(person.email);
  person.email = address;
  person.full_name ||= unquoted(name) || nameOf(address);
  return person;
}

/** Splits `Ines Vogel <ines@a.example>` into name and address. */
function splitMailbox(text: string): { name: string; address: string } {
  const at = text.lastIndexOf('<');
  const address = text.slice(at + 1, -1);
  if (at === -1 || !text.endsWith('>') || address.includes('>')) return { name: '', address: text };
  return { name: text.slice(0, at).trim(), address };
}

/** Many lists have the name first. */
function orderOf([first = '', second = '']: readonly string[]): readonly Column[] {
  const isNameFirst = !first.includes('@') && second.includes('@');
  return isNameFirst ? ['full_name', 'email', ...ORDER.slice(2)] : ORDER;
}

/** `ines.vogel@…` becomes `Ines Vogel`; the inviter sees it and may write a better one. */
function nameOf(email: string): string {
  const [local = '', domain] = email.split('@');
  if (domain === undefined) return '';
  const words = local.split(/[._+\-\d]+/).filter(Boolean);
  return words.map((word) => word.charAt(0).toUpperCase() + word.slice(1)).join(' ') || local;
}

function unquoted(text: string): string {
  return text.replaceAll(/^"|"$/g, '');
}

const SEPARATORS = ['\t', ';', ','];

function cellsOf(line: string): string[] {
  return splitCells(line).cells.map((cell) =>
    cell
      .split('\n')
      .map((part) => part.trim())
      .filter(Boolean)
      .join(' '),
  );
}

/** `isOpen` where the last cell begins with a quote that is not closed. */
function splitCells(line: string): { cells: string[]; isOpen: boolean } {
  const separator = SEPARATORS.find((one) => line.includes(one)) ?? ',';
  const cells = [''];
  let isQuoted = false;
  let isOpen = false;
  for (let at = 0; at < line.length; at += 1) {
    const sign = line.charAt(at);
    const last = cells.length - 1;
    if (sign === '"' && isQuoted && line.charAt(at + 1) === '"') {
      cells[last] += '"';
      at += 1;
    } else if (sign === '"') {
      isOpen = !isQuoted && cells[last]?.trim() === '';
      isQuoted = !isQuoted;
    } else if (sign === separator && !isQuoted) cells.push('');
    else cells[last] += sign;
  }
  return { cells, isOpen };
}

/** Spreadsheets save UTF-8, UTF-16 with a byte order mark, or the Windows code page. */
export function decodeList(bytes: ArrayBuffer): string {
  const [first, second] = new Uint8Array(bytes);
  if (first === 0xff && second === 0xfe) return new TextDecoder('utf-16le').decode(bytes);
  if (first === 0xfe && second === 0xff) return new TextDecoder('utf-16be').decode(bytes);
  try {
    return new TextDecoder('utf-8', { fatal: true }).decode(bytes);
  } catch {
    return new TextDecoder('windows-1252').decode(bytes);
  }
}
