import { execFileSync, spawn } from 'node:child_process';
import { once } from 'node:events';
import { cpSync, readFileSync, statSync } from 'node:fs';
import path from 'node:path';
import { text } from 'node:stream/consumers';
import { fileURLToPath } from 'node:url';
import {
  isIgnoredByDocker,
  readFlags,
  readPairs,
  type DockerfileStage,
  type DockerfileStep,
} from './dockerfile.ts';
import { linkPackages, linkTree, makeFolder, type Account } from './links.ts';

export const ROOT = fileURLToPath(new URL('../../..', import.meta.url));

/** The folder in which a stage is executed: `/app` of the image is `<root>/app`. */
export type StageFolder = {
  root: string;
  cwd: string;
  env: Record<string, string>;
  account: Account;
  /** The owner of the folders. If the image has a user, that is root, because the user must not change them. */
  owner: Account;
  /** The last step of each kind that only sets metadata of the image. */
  said: Record<string, string>;
};

/**
 * Executes all stages in folders below the given one and returns the last stage. `node` replaces the base image's
 * Node.
 */
export async function buildImage(
  stages: readonly DockerfileStage[],
  folder: string,
  { node, account }: { node: string; account: Account },
): Promise<StageFolder> {
  const places: StageFolder[] = [];
  for (const { steps } of stages) {
    const owner = steps.some(({ word }) => word === 'USER') ? undefined : account;
    const place = openPlace(path.join(folder, `${places.length}`), node, { account, owner });
    const findStage = (name: string) => places[stages.findIndex((stage) => stage.name === name)];
    for (const step of steps) await take(step, place, findStage);
    places.push(place);
  }
  const last = places.at(-1);
  if (!last) throw new Error('the Dockerfile has no stage');
  return last;
}

type FindStage = (name: string) => StageFolder | undefined;

function openPlace(
  root: string,
  node: string,
  accounts: Pick<StageFolder, 'account' | 'owner'>,
): StageFolder {
  makeFolder(root, accounts.owner);
  makeFolder(path.join(root, 'tmp'), accounts.account);
  const env = {
    PATH: `${path.dirname(node)}:${process.env['PATH']}`,
    HOME: '/nonexistent',
    TMPDIR: path.join(root, 'tmp'),
    npm_config_cache: path.join(root, 'tmp/npm'),
    npm_config_offline: 'true',
  };
  return { root, cwd: root, env, ...accounts, said: {} };
}

async function take(
  { word, text: rest }: DockerfileStep,
  place: StageFolder,
  findStage: FindStage,
): Promise<void> {
  switch (word) {
    case 'WORKDIR':
      place.cwd = path.join(place.root, rest);
      return makeFolder(place.cwd, place.owner);
    case 'ENV':
      return void Object.assign(place.env, readPairs(rooted(rest, place)));
    case 'COPY':
      return copy(rest, place, findStage);
    case 'RUN':
      return runStep(rest, place);
    case 'ARG':
    case 'LABEL':
    case 'USER':
    case 'VOLUME':
    case 'EXPOSE':
    case 'HEALTHCHECK':
    case 'CMD':
      place.said[word] = rest;
      return;
    default:
      throw new Error(`${word}: no step that can be taken here`);
  }
}

function rooted(words: string, { root }: StageFolder): string {
  return words.replaceAll(/(?<=^|[\s=])\/(?=(?:app|data|tmp)\b)/g, `${root}/`);
}

/** Files of another stage belong to root, unless the step names an owner. */
function copy(rest: string, place: StageFolder, findStage: FindStage): void {
  const { flags, words } = readFlags(rest);
  const target = path.resolve(place.cwd, rooted(words.at(-1) ?? '', place));
  for (const source of words.slice(0, -1)) {
    const { from } = flags;
    if (from === undefined) copyContext(source, words.length > 2 ? path.join(target, source) : target, place);
    else copyStage(findStage(from), source, target, flags['chown'] === undefined ? undefined : place.account);
  }
}

function copyStage(stage: StageFolder | undefined, source: string, target: string, owner: Account): void {
  if (!stage) throw new Error('COPY --from names no stage above it');
  linkTree(path.join(stage.root, source), target, owner);
}

function copyContext(source: string, target: string, { owner }: StageFolder): void {
  const ignore = readFileSync(path.join(ROOT, '.dockerignore'), 'utf8');
  const isSent = (file: string) => !isIgnoredByDocker(path.relative(ROOT, file), ignore);
  cpSync(path.join(ROOT, source), target, { recursive: true, filter: isSent });
  // A container build runs as root, so a strict umask of the checkout must not matter.
  execFileSync('chmod', ['-R', 'go+rX', target]);
  if (statSync(target).isDirectory()) linkTree(target, target, owner);
}

/** Packages are linked from this checkout, because installing them is the only step that needs a network. */
async function runStep(rest: string, place: StageFolder): Promise<void> {
  if (rest.startsWith('npm ci --omit=dev ')) return linkPackages(ROOT, place.cwd, place.account);
  const { code, output } = await runInStage(place, ['sh', '-ec', rooted(rest, place)]);
  if (code !== 0) throw new Error(`RUN ${rest}\n${output}`);
}

/** Runs a command in a stage as the image's user, until it ends. */
export async function runInStage(
  place: StageFolder,
  command: readonly string[],
): Promise<{ code: number | null; output: string }> {
  const child = spawnInStage(place, command);
  if (!child.stdout || !child.stderr) throw new Error('the process has no output to read');
  const [stdout, stderr, [code]] = await Promise.all([
    text(child.stdout),
    text(child.stderr),
    once(child, 'close'),
  ]);
  return { code, output: `${stdout}${stderr}` };
}

/** Makes everything read-only, except the data and a `/tmp` that cannot execute programs. */
const SEAL = `
  mount --bind "$1/data" "$1/data"
  mount -t tmpfs -o noexec,nosuid,nodev,mode=1777 tmpfs "$1/tmp"
  mount --bind "$1/app" "$1/app"
  mount -o remount,bind,ro "$1/app"
  mount -o remount,bind,ro /
  cd "$2"
  uid="$3"
  shift 3
  exec setpriv --reuid="$uid" --regid="$uid" --clear-groups "$@"`;

/** Runs a command as a container engine does with a read-only root file system. */
export function spawnReadOnly({ root, cwd, env, account }: StageFolder, command: readonly string[]) {
  const own = ['sh', root, cwd, String(account?.uid)];
  return spawn('unshare', ['-m', 'sh', '-ec', SEAL, ...own, ...command], {
    cwd,
    env,
    stdio: ['ignore', 'pipe', 'pipe'],
  });
}

export async function canRunReadOnly(place: StageFolder): Promise<boolean> {
  const [code] = await once(spawnReadOnly(place, ['true']), 'exit').catch(() => [1]);
  return code === 0;
}

export function spawnInStage({ cwd, env, account }: StageFolder, [program = '', ...args]: readonly string[]) {
  return spawn(program, args, { cwd, env, stdio: ['ignore', 'pipe', 'pipe'], ...account });
}
