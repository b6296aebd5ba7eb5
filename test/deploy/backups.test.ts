/* Runs the backup commands exactly as docs/operations.md has them. */
import assert from 'node:assert/strict';
import { join } from 'node:path';
import { test } from 'node:test';
import { runCommand } from '../../cli/run.ts';
import { noteSecret } from '../../support/secrets.ts';
import { freshFolder } from '../support/fileStores.ts';
import { listCalls } from './support/documents.ts';
import { readText } from './support/files.ts';

const ACCOUNT = 'account create --name Acme --admin-email a@example.com --admin-name Ada --admin-password';
const PASSWORD = 'correct horse battery';
noteSecret(PASSWORD);

const folder = await freshFolder();
const never = new AbortController().signal;
const run = (DATA_DIR: string, args: string[]) =>
  runCommand(args, { DATA_DIR: join(folder, DATA_DIR) }, never);

/** Returns the arguments of a command, with its paths moved below the folder of this test. */
function wordsOf(call: string): string[] {
  const words = [...call.matchAll(/"([^"]*)"|(\S+)/g)].map(([, quoted, plain = '']) => quoted ?? plain);
  return words.map((word) => (word.startsWith('/') ? join(folder, word) : word));
}

test('an installation is backed up, verified and restored with three commands', async () => {
  const calls = listCalls(readText('docs/operations.md')).filter((call) =>
    /^(?:backup|restore) .*"/.test(call),
  );
  assert.equal(calls.length, 3);
  const [backup = '', verify = '', restore = ''] = calls;
  const { account_id } = await run('first', [...ACCOUNT.split(' '), PASSWORD]);

  const made = await run('first', wordsOf(backup));
  const verified = await run('first', wordsOf(verify));
  assert.deepEqual(
    [verified['whole'], verified['rows'], verified['made_at']],
    [true, made['rows'], made['made_at']],
  );
  assert.equal((await run('second', wordsOf(restore)))['restored'], true);

  const user = [
    'user',
    'create',
    '--account',
    String(account_id),
    '--email',
    'b@example.com',
    '--name',
    'Bo',
  ];
  const { user_id } = await run('second', [...user, '--role', 'member', '--password', PASSWORD]);
  assert.ok(user_id);
  await assert.rejects(run('second', wordsOf(restore)), /The database is not empty/);
});
