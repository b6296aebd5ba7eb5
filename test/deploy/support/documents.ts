import { listCommands } from '../../../cli/commands.ts';
import { readText } from './files.ts';

/** The anchors of a page's headings, as they are in links. */
export function listAnchors(text: string): string[] {
  return [...text.matchAll(/^#+ (.+)$/gm)].map(([, title = '']) =>
    title
      .toLowerCase()
      .replaceAll(/[^\w\s-]/g, '')
      .replaceAll(/\s/g, '-'),
  );
}

/** The calls of the operator's commands in a page: `npm run -s cli -- …`, each up to its end. */
export function listCalls(text: string): string[] {
  return [...text.matchAll(/npm run -s cli -- ([^`\n]+)/g)].map(([, words = '']) =>
    words.replace(/\s*(?:&&|\||;).*$/, '').trim(),
  );
}

/** What a call names that no command has. */
export async function findFault(call: string): Promise<string | undefined> {
  const words = call.split(' ');
  const end = words.findIndex((word) => word.startsWith('-'));
  const name = words.slice(0, end < 0 ? undefined : end).join(' ');
  const command = (await listCommands()).find((one) => one.name === name);
  if (name === 'help') return undefined;
  if (!command) return `no command ${name}`;
  const flags = [...call.matchAll(/(?<=\s)--([\w-]+)/g)].map(([, flag = '']) => flag);
  return flags.find((flag) => flag !== 'json' && !(flag in command.flags));
}

/** Commands of npm and of this checkout that a page names and that are not there. */
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
  try {
    readText(file);
    return true;
  } catch {
    return false;
  }
}
