type Line = { indent: number; text: string };

/** Reads the subset of YAML that our files use: maps, lists, strings and `|` blocks. */
export function readYaml(text: string): unknown {
  const lines = text
    .split('\n')
    .filter((line) => !/^\s*(?:#|$)/.test(line))
    .map((line) => ({ indent: line.search(/\S/), text: line.trim() }));
  const value = readBlock(lines, 0);
  if (lines[0]) throw new Error(`not understood: ${lines[0].text}`);
  return value;
}

function readBlock(lines: Line[], indent: number): unknown {
  return lines[0]?.text.startsWith('- ') ? readList(lines, indent) : readMap(lines, indent);
}

function readList(lines: Line[], indent: number): unknown[] {
  const items = [];
  while (lines[0]?.indent === indent && lines[0].text.startsWith('- ')) {
    const text = lines[0].text.slice(2);
    if (/^[\w.-]+:(?: |$)/.test(text)) {
      lines[0] = { indent: indent + 2, text };
      items.push(readMap(lines, indent + 2));
    } else {
      lines.shift();
      items.push(readScalar(text));
    }
  }
  return items;
}

function readMap(lines: Line[], indent: number): Record<string, unknown> {
  const map: Record<string, unknown> = {};
  while (lines[0]?.indent === indent) {
    const [, key = '', rest] = /^([\w./-]+):(?: +(.*))?$/.exec(lines[0].text) ?? [];
    if (key === '' || key in map) throw new Error(`no member, or one twice: ${lines[0].text}`);
    lines.shift();
    map[key] = readMember(lines, indent, rest);
  }
  return map;
}

function readMember(lines: Line[], indent: number, rest: string | undefined): unknown {
  if (rest === '|') return readText(lines, indent);
  if (rest !== undefined) return readScalar(rest);
  const next = lines[0];
  return next && next.indent > indent ? readBlock(lines, next.indent) : null;
}

function readText(lines: Line[], indent: number): string {
  const taken = [];
  while (lines[0] && lines[0].indent > indent) taken.push(lines.shift()?.text);
  return taken.join('\n');
}

function readScalar(text: string): unknown {
  if (text === '[]') return [];
  if (text === '{}') return {};
  if (text.startsWith('"')) return JSON.parse(text);
  const [, quoted] = /^'((?:[^']|'')*)'$/.exec(text) ?? [];
  if (quoted !== undefined) return quoted.replaceAll("''", "'");
  if (/^[[{&*>!|'"]|\s#|: /.test(text)) throw new Error(`not understood: ${text}`);
  return text;
}
