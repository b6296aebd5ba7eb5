import { readGroups, type SdkGroup, type SdkMethod } from './sdkMethods.ts';
import type { ServedDocument } from './sdkOperations.ts';
import { documentation, KEYWORDS, Records } from './sdkPython.ts';

/** The two kinds of clients: the methods of one return results, those of the other return awaitables. */
type Style = { prefix: string; def: string; wait: string };

const SYNC: Style = { prefix: '', def: 'def', wait: '' };
const ASYNC: Style = { prefix: 'Async', def: 'async def', wait: 'await ' };

/** Writes the objects of the Python client, with a method for each operation that a key can call. */
export function writePythonResources(served: ServedDocument): string {
  return writeModule(served, SYNC);
}

export function writeAsyncPythonResources(served: ServedDocument): string {
  return writeModule(served, ASYNC);
}

function writeModule(served: ServedDocument, style: Style): string {
  const records = new Records(served.components.schemas);
  const groups = readGroups(served);
  const classes = groups.map((group) => writeClass(records, group, style)).join('\n\n\n');
  const used = new Set(classes.match(/\b[A-Z]\w+/g));
  const names = records.names().filter((name) => used.has(name));
  const lists = [`${style.prefix}RecordList`, 'page_of', 'record_of'];
  return `# Written by \`npm run sdk-records\` from the OpenAPI document.
"""The objects of the client. Each method calls one operation of the API."""
from __future__ import annotations

from typing import TYPE_CHECKING, Optional${used.has('Union') ? ', Union' : ''}, cast

from .lists import ${lists.join(', ')}
from .records import (
${[...names, `${style.prefix}Operations`]
  .toSorted()
  .map((name) => `    ${name},\n`)
  .join('')})

if TYPE_CHECKING:
    from typing_extensions import Unpack

    from .options import CallOptions


${classes}


${writeAll(groups, style)}
`;
}

function writeClass(records: Records, { name, methods }: SdkGroup, style: Style): string {
  return [
    `class ${classOf(name, style)}:`,
    `    ${documentation(`The methods of \`ops.${name}\`.`)}`,
    '',
    `    def __init__(self, call: ${style.prefix}Operations) -> None:`,
    '        self._call = call',
    ...methods.map((method) => `\n${writeMethod(records, method, style)}`),
  ].join('\n');
}

function writeMethod(records: Records, method: SdkMethod, style: Style): string {
  const { name, about, returns, answer } = method;
  const given = ['self', ...argumentsOf(records, method), '**options: Unpack[CallOptions]'].join(', ');
  if (returns.kind === 'list') return writeList(records, method, given, style);
  const call = `${style.wait}self._call(${inputOf(method)})`;
  const record = returns.kind === 'record' ? records.write(returns.record, '') : undefined;
  const value =
    returns.kind === 'record' ? `cast(${record}, record_of(${text(returns.member)}, ${call}))` : call;
  return [
    `    ${style.def} ${snake(name)}(${given}) -> ${record ?? records.write(answer, '')}:`,
    `        ${documentation(about)}`,
    `        return ${value}`,
  ].join('\n');
}

function writeList(records: Records, method: SdkMethod, given: string, { prefix, def, wait }: Style): string {
  const { name, about, operation, query, answer, returns } = method;
  if (returns.kind !== 'list' || !query) throw new Error(`${operation} does not list`);
  const { page, item, member, keys } = returns.list;
  const [row, type, filter] = [
    records.write(item, ''),
    records.write(page, ''),
    records.name(query.name, query.schema),
  ];
  const call = `${wait}self._call(${text(operation)}, query=bounded, **options)`;
  const value = answer.oneOf ? `cast(${type}, page_of(${text(member)}, ${call}))` : call;
  return [
    `    def ${snake(name)}(${given}) -> ${prefix}RecordList[${row}, ${type}]:`,
    `        ${documentation(about)}`,
    `        given: ${filter} = query or {}`,
    '',
    `        ${def} read(limit: Optional[int], offset: Optional[int]) -> ${type}:`,
    `            bounded = cast(${filter}, {**given, "limit": limit, "offset": offset})`,
    `            return ${value}`,
    '',
    `        return ${prefix}RecordList(`,
    `            lambda page: page[${text(member)}],`,
    `            (${keys.map((key) => `${text(key)},`).join(' ')}),`,
    '            given.get("limit"),',
    '            given.get("offset"),',
    '            read,',
    '        )',
  ].join('\n');
}

function argumentsOf(records: Records, { id, query, body, preset }: SdkMethod): string[] {
  return [
    ...(id === undefined ? [] : ['id: str']),
    ...(preset ? [`${preset.argument}: str`] : []),
    ...(query ? [argument('query', records.name(query.name, query.schema), query.is_required)] : []),
    ...(body ? [argument('body', records.write(body.schema, ''), body.is_required)] : []),
  ];
}

function argument(name: string, type: string, is_required: boolean): string {
  return is_required ? `${name}: ${type}` : `${name}: Optional[${type}] = None`;
}

function inputOf({ operation, id, query, body, preset }: SdkMethod): string {
  const fixed = Object.entries(preset?.members ?? {}).map(([name, value]) => `${text(name)}: ${text(value)}`);
  return [
    text(operation),
    ...(id === undefined ? [] : [`query={${text(id)}: id}`]),
    ...(query ? [`query=query${query.is_required ? '' : ' or {}'}`] : []),
    ...(body ? [`body=body${body.is_required ? '' : ' or {}'}`] : []),
    ...(preset ? [`body={${[...fixed, `${text(preset.argument)}: ${preset.argument}`].join(', ')}}`] : []),
    '**options',
  ].join(', ');
}

function writeAll(groups: readonly SdkGroup[], style: Style): string {
  return [
    `class ${style.prefix}Resources:`,
    '    """All objects of the client."""',
    '',
    `    def __init__(self, call: ${style.prefix}Operations) -> None:`,
    ...groups.map(({ name }) => `        self.${name} = ${classOf(name, style)}(call)`),
  ].join('\n');
}

function classOf(group: string, { prefix }: Style): string {
  return prefix + group.charAt(0).toUpperCase() + group.slice(1);
}

function snake(name: string): string {
  const method = name.replaceAll(/[A-Z]/g, (letter) => `_${letter.toLowerCase()}`);
  return KEYWORDS.has(method) ? `${method}_` : method;
}

function text(value: string): string {
  return JSON.stringify(value);
}
