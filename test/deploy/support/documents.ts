import { existsSync } from 'node:fs';
import path from 'node:path';
import { listCommands } from '../../../cli/commands.ts';
import { readText } from './files.ts';
import { ROOT } from './image.ts';

/** Lists the anchors of a page's headings, as links use them. */
export function listAnchors(text: string): string[] {
  return [...text.matchAll(/^#+ (.+)$/gm)].map(([, title = '']) =>
    title
      .toLowerCase()
      .replaceAll(/[^\w\s-]/g, '')
      .replaceAll(/\s/g, '-'),
  );
}

/** Lists the operator commands in a page: each `npm run -s cli -- …` up to its end. */
export function listCalls(text: string): string[] {
  return [...text.matchAll(/npm run -s cli -- ([^`\n]+)/g)].map(([, words = '']) =>
    words.replace(/\s*(?:&&|\||;).*$/, '').trim(),
  );
}

/** Finds the first name in a command line that no command has; undefined if all exist. */
export async function findUnknownName(call: string): Promise<string | undefined> {
  const words = call.split(' ');
  const end = words.findIndex((word) => word.startsWith('-'));
  const name = words.slice(0, end < 0 ? undefined : end).join(' ');
  const command = (await listCommands()).find((one) => one.name === name);
  if (name === 'help') return undefined;
  if (!command) return `no command ${name}`;
  const flags = [...call.matchAll(/(?<=\s)--([\w-]+)/g)].map(([, flag = '']) => flag);
  return flags.find((flag) => flag !== 'json' && !(flag in command.flags));
}

/** Lists npm scripts and files that a page names but that do not exist. */
export function listMissing(text: string): string[] {
  const { scripts } = JSON.parse(readText('package.json')) as { scripts: Record<string, string> };
  const named = [...codeOf(text).matchAll(/\bnpm (?:run (?:-s )?)?([a-z:-]+)/g)].map(
    ([, script = '']) => script,
  );
  const missing = named.filter((script) => !(script in scripts) && !['ci', 'run'].includes(script));
  return [...missing, ...listFiles(text).filter((file) => !isThere(file))];
}

function codeOf(text: string): string {
  return [...text.matchAll(/```\w*\n[^`]*```|`[^`]+`/g)].map(([code]) => code).join('\n');
}

function listFiles(text: string): string[] {
  const linked = [...text.matchAll(/\]\(([^)#:]+)(?:#[^)]*)?\)/g)].map(([, file = '']) =>
    file.startsWith('../') ? file.slice(3) : `docs/${file}`,
  );
  const named = [...text.matchAll(/(?<=[\s`])(?:deploy|scripts|docs)\/[\w./-]+\w/g)].map(([file]) => file);
  return [...linked, ...named];
}

function isThere(file: string): boolean {
  return existsSync(path.join(ROOT, file));
}
