/*
 * Parses people from a pasted list or a CSV file of unknown origin: any separator, any order of columns, with or
 * without a header, names next to addresses. The parser guesses and rejects nothing; the server validates each line,
 * and the user corrects the rejected ones.
 */
import type { OperationBody } from '../../api/operations.ts';

type Person = OperationBody<'POST /people/list'>['people'][number];
type Column = keyof Person;

/** A person in the format of the API, with the pasted line. */
export type PastedPerson = { person: Person; line: string };

/**
 * The maximum length of a cell. A truncated cell is still longer than any column allows, so the server rejects its
 * line.
 */
const MAX_CELL_CHARACTERS = 1_000;

/** The order of columns in a list without a header. */
const ORDER: readonly Column[] = ['email', 'full_name', 'access', 'device_name', 'role'];

/** Header names and their columns. */
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

/** Parses a pasted list or a CSV file: one person per line, with commas, semicolons or tabs between columns. */
export function parsePastedPeople(text: string): PastedPerson[] {
  const lines = splitRows(transmissible(text).replace(/^\uFEFF/, ''))
    .map((line) => line.trim())
    .filter((line) => /[^\s,;]/.test(line));
  const [first = ''] = lines;
  const order = readHead(first);
  const rows = order ? lines.slice(1) : lines;
  return rows.map((line) => ({ line, person: readPerson(line, order) }));
}

/**
 * The maximum number of lines in a quoted cell. A quote that is not closed within the limits is an ordinary character.
 */
const MAX_CELL_LINES = 20;
const MAX_ROW_CHARACTERS = 5 * MAX_CELL_CHARACTERS;

/** Splits a text into rows; a quoted cell may contain line breaks. */
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

/** Replaces characters that make the server reject the whole request, so that it rejects only their line. */
function transmissible(text: string): string {
  return text.replaceAll('\0', '\ufffd').toWellFormed();
}

/** Reads the columns of a header; undefined if the line is a person. */
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

/** Returns the order of columns without a header: if the second cell is an address, the first is the name. */
function orderOf([first = '', second = '']: readonly string[]): readonly Column[] {
  const isNameFirst = !first.includes('@') && second.includes('@');
  return isNameFirst ? ['full_name', 'email', ...ORDER.slice(2)] : ORDER;
}

/** Guesses a name: `ines.vogel@…` becomes `Ines Vogel`. The user can correct it. */
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

/** `isOpen` is true if the last cell begins with a quote that is not closed. */
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
