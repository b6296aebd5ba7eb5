export type DockerfileStep = { word: string; text: string };
export type DockerfileStage = { image: string; name: string | undefined; steps: DockerfileStep[] };

/** Reads the stages of a Dockerfile, each with its steps in order. */
export function readStages(text: string): DockerfileStage[] {
  const stages: DockerfileStage[] = [];
  for (const { word, text: rest } of readSteps(text)) {
    if (word === 'FROM') stages.push(stageOf(rest));
    else if (stages.length > 0) stages.at(-1)?.steps.push({ word, text: rest });
    else throw new Error(`${word} before the first FROM`);
  }
  return stages;
}

function readSteps(text: string): DockerfileStep[] {
  const lines = text.split('\n').filter((line) => !/^\s*(?:#|$)/.test(line));
  return lines
    .join('\n')
    .replaceAll(/\\\n\s*/g, '')
    .split('\n')
    .map((line) => {
      const [, word = '', rest = ''] = /^([A-Z]+)\s+(.*)$/.exec(line.trim()) ?? [];
      if (word === '') throw new Error(`not a step: ${line}`);
      return { word, text: rest };
    });
}

function stageOf(text: string): DockerfileStage {
  const [image = '', as, name] = text.split(/\s+/);
  return { image, name: as?.toUpperCase() === 'AS' ? name : undefined, steps: [] };
}

/** Splits a step into its flags, such as `--from=build`, and its other words. */
export function readFlags(text: string): { flags: Record<string, string>; words: string[] } {
  const all = text.split(/\s+/);
  const words = all.filter((word) => !word.startsWith('--'));
  const flags = all
    .filter((word) => word.startsWith('--'))
    .map((word) => {
      const [name = '', value = ''] = word.slice(2).split('=');
      return [name, value] as const;
    });
  return { flags: Object.fromEntries(flags), words };
}

export function readPairs(text: string): Record<string, string> {
  return Object.fromEntries(
    text.split(/\s+/).map((pair) => {
      const at = pair.indexOf('=');
      return [pair.slice(0, at), pair.slice(at + 1)];
    }),
  );
}

/** Reads the command of a CMD in exec form, without a shell; undefined for any other form. */
export function readCommand(text: string): string[] | undefined {
  const list = text.slice(text.indexOf('['));
  try {
    const words: unknown = JSON.parse(list);
    return Array.isArray(words) && words.every((word) => typeof word === 'string') ? words : undefined;
  } catch {
    return undefined;
  }
}

/** True if `.dockerignore` excludes a path. The last line that matches the path or one of its folders decides. */
export function isIgnoredByDocker(path: string, ignore: string): boolean {
  const lines = ignore.split('\n').filter((line) => !/^\s*(?:#|$)/.test(line));
  let is_out = false;
  for (const line of lines) {
    const pattern = line.replace(/^!/, '');
    if (foldersOf(path).some((folder) => patternOf(pattern).test(folder))) is_out = !line.startsWith('!');
  }
  return is_out;
}

/** A star also matches names that begin with a dot. */
function patternOf(pattern: string): RegExp {
  return new RegExp(`^${RegExp.escape(pattern).replaceAll(/\\\*(?:\\\*)?/g, '[^/]*')}$`);
}

function foldersOf(path: string): string[] {
  const parts = path.split('/');
  return parts.map((_, at) => parts.slice(0, at + 1).join('/'));
}
