import assert from 'node:assert/strict';
import { chown, mkdir, readdir, readFile, writeFile } from 'node:fs/promises';
import path from 'node:path';
import { test, type TestContext } from 'node:test';
import { assertOwner, chooseServerAccount } from '../../../../src/lib/sql/embedded/account.ts';
import { prepareClusterAndReadPassword } from '../../../../src/lib/sql/embedded/cluster.ts';
import { makeDirectory } from './support/directories.ts';

/** Returns a plan whose `initdb` is a shell script. */
async function planWith(t: TestContext, script = 'exit 3') {
  const data_dir = await makeDirectory(t);
  const initdb = path.join(await makeDirectory(t), 'initdb');
  await writeFile(initdb, `#!/bin/sh\n${script}\n`, { mode: 0o700 });
  return {
    data_dir,
    cluster_dir: path.join(data_dir, 'postgres'),
    scratch_dir: await makeDirectory(t),
    account: undefined,
    binaries: { initdb, postgres: initdb, major: '18', dispose() {} },
  };
}

/** Returns a plan with the files of an existing database, as far as this program checks them. */
async function madeBy(t: TestContext, major: string, password = 'p'.repeat(32)) {
  const plan = await planWith(t);
  await mkdir(plan.cluster_dir);
  await writeFile(path.join(plan.cluster_dir, 'PG_VERSION'), `${major}\n`);
  await writeFile(path.join(plan.data_dir, 'postgres.password'), `${password}\n`);
  return plan;
}

for (const [what, script, reason] of [
  ['no reason', 'exit 3', 'ended by 3'],
  ['more than a line', 'echo libc is missing >&2; echo and more >&2; exit 127', 'libc is missing'],
  ['a signal', 'kill -9 $$', 'ended by SIGKILL'],
  [
    'its reason after other lines',
    'echo of no matter >&2; echo initdb: error: no room >&2; exit 1',
    'no room',
  ],
] as const)
  test(`a first start that ends with ${what} reports it and leaves no files`, async (t) => {
    const plan = await planWith(t, script);
    await assert.rejects(prepareClusterAndReadPassword(plan), {
      message: `The database in DATA_DIR ${plan.data_dir} cannot be created: ${reason}.`,
    });
    assert.deepEqual([...(await readdir(plan.data_dir)), ...(await readdir(plan.scratch_dir))], []);
  });

test('the error of a first start on a full disk names the full disk', async (t) => {
  const plan = await planWith(t, 'echo "initdb: error: No space left on device" >&2; exit 1');
  await assert.rejects(prepareClusterAndReadPassword(plan), {
    message: `DATA_DIR ${plan.data_dir} has no space left on its disk: free at least 100 MB and start again.`,
  });
});

test('a first start requests checksums, UTF-8, the built-in locale and a password, and stores the password', async (t) => {
  const plan = await planWith(
    t,
    'for each; do case "$each" in --pwfile=*) cp "${each#--pwfile=}" password;; esac; done; echo "$@" >arguments; echo 18 >PG_VERSION',
  );
  await mkdir(path.join(plan.data_dir, 'postgres.new-interrupted'));
  const password = await prepareClusterAndReadPassword(plan);
  assert.match(password, /^[\w-]{43}$/);
  const read = (name: string) => readFile(path.join(plan.cluster_dir, name), 'utf8');
  assert.equal(await read('password'), password);
  assert.match(
    await read('arguments'),
    /^-D \/proc\/self\/cwd --pwfile=\S+ --username=postgres --auth=scram-sha-256 --encoding=UTF8 --locale=C --locale-provider=builtin --builtin-locale=C\.UTF-8 --data-checksums\n$/,
  );
  assert.deepEqual((await readdir(plan.data_dir)).toSorted(), ['postgres', 'postgres.password']);
  assert.deepEqual(await readdir(plan.scratch_dir), []);
  assert.equal(await prepareClusterAndReadPassword(plan), password, 'a later start makes nothing');
});

for (const [major, told] of [
  [
    '14',
    /was created by PostgreSQL 14, and this version includes PostgreSQL 18: make a backup with the version/,
  ],
  ['99', /was created by PostgreSQL 99, .*, which cannot read it: start the version that used it/],
] as const) {
  test(`a database of PostgreSQL ${major} is rejected with the solution`, async (t) => {
    await assert.rejects(prepareClusterAndReadPassword(await madeBy(t, major)), { message: told });
  });
}

test('a directory that contains no database is not changed', async (t) => {
  const plan = await planWith(t);
  await mkdir(plan.cluster_dir);
  await assert.rejects(prepareClusterAndReadPassword(plan), {
    message: `${plan.cluster_dir} is not a PostgreSQL database: move it away or set DATA_DIR elsewhere.`,
  });
  assert.deepEqual(await readdir(plan.data_dir), ['postgres']);
});

test('a password of 32 characters is read, a shorter one counts as damaged', async (t) => {
  assert.equal(await prepareClusterAndReadPassword(await madeBy(t, '18')), 'p'.repeat(32));
  const damaged = await madeBy(t, '18', 'p'.repeat(31));
  await assert.rejects(prepareClusterAndReadPassword(damaged), {
    message: `${damaged.data_dir}/postgres.password is missing or damaged: restore it from a backup of DATA_DIR.`,
  });
});

const skip = process.getuid?.() === 0 ? false : 'needs root, to act as several users';

test(
  'root runs the server as the owner of the database, otherwise of its directory, otherwise as a fallback user',
  { skip },
  async (t) => {
    const data_dir = await makeDirectory(t);
    const cluster_dir = path.join(data_dir, 'postgres');
    const chosen = () => chooseServerAccount(data_dir, cluster_dir);
    assert.ok(((await chosen())?.uid ?? 0) > 0, 'root has none of them');
    await chown(data_dir, 7, 8);
    assert.deepEqual(await chosen(), { uid: 7, gid: 8 });
    await mkdir(cluster_dir);
    await chown(cluster_dir, 9, 10);
    assert.deepEqual(await chosen(), { uid: 9, gid: 10 });
  },
);

test('a database of another owner is rejected, a missing one is not', { skip }, async (t) => {
  const cluster_dir = path.join(await makeDirectory(t), 'postgres');
  await assertOwner(cluster_dir, { uid: 9, gid: 9 });
  await mkdir(cluster_dir);
  await assertOwner(cluster_dir, undefined);
  await assert.rejects(assertOwner(cluster_dir, { uid: 9, gid: 9 }), {
    message: `${cluster_dir} belongs to uid 0, and the database would run as uid 9: start as its owner, or give it to uid 9 with chown -R.`,
  });
  await chown(cluster_dir, 9, 9);
  await assertOwner(cluster_dir, { uid: 9, gid: 9 });
});
