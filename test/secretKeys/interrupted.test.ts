/* After an interrupted reseal, a start with only the newest key reports how many values it cannot open. */
import assert from 'node:assert/strict';
import { test } from 'node:test';
import { readConfig } from '../../src/config.ts';
import { signingSecretEncryptionContext } from '../../src/features/webhooks/endpoints/endpoints.ts';
import { countSealedValuesInSample } from '../../src/features/secretKeys/sealed.ts';
import { newId } from '../../src/lib/ids.ts';
import { createLog } from '../../src/lib/log.ts';
import { createSecretBox } from '../../src/lib/crypto/secretBox.ts';
import { reportUnopenedValues, startSealedValueCheck } from '../../src/commands/secretKeys.ts';
import { eventually } from '../../support/eventually.ts';
import { SECRET_KEY } from '../support/tools.ts';
import { openWorld } from '../support/world.ts';

/** Reseals in id order, so this many rows from the first are done. */
const RESEALED = 1_200;
const LEFT = 7;

const newest = Buffer.alloc(32, 9);
const config = readConfig({ SECRET_KEY: newest.toString('hex') });
const both = readConfig({ SECRET_KEY: `${newest.toString('hex')},${SECRET_KEY.toString('hex')}` });
const world = await openWorld();
const { account_id } = await world.account();
const rows = Array.from({ length: RESEALED + LEFT }, (_, at) => {
  const id = newId(new Date(Date.now() + at));
  const box = createSecretBox(at < RESEALED ? newest : SECRET_KEY);
  return {
    id,
    secret: box.seal('a secret', signingSecretEncryptionContext(account_id, id)).toString('base64'),
  };
});
await world.db`
  insert into webhook_endpoints (account_id, id, url, events, secret, is_managed, created_at)
  select ${account_id}, made.id, 'https://a.example', '{task.created}', decode(made.secret, 'base64'), true, now()
  from jsonb_to_recordset(${world.db.json(rows)}) as made (id uuid, secret text)`;

const lines: string[] = [];
const log = createLog('warn', { write: (line: string) => void lines.push(line) });

test('values after the first thousand are counted, logged and reported until the older key is available again', async () => {
  assert.equal(await reportUnopenedValues(config, world.db, log), LEFT);
  assert.match(lines.join(''), /"unopened":7,"opened":1200.*SECRET_KEY does not decrypt stored secrets/);

  // Control: the first thousand values, which an earlier version sampled, all open.
  assert.equal((await countSealedValuesInSample(world.db, createSecretBox(newest))).unopened, 0);
  lines.length = 0;
  assert.equal(await reportUnopenedValues(both, world.db, log), 0);
  assert.deepEqual(lines, []);
});

test('a process serves requests while it counts, and its stop does not wait for the count', async () => {
  const check = startSealedValueCheck(config, world.db, log);
  await eventually(
    async () => check.countUnopened(),
    (count) => count === LEFT,
  );
  await check.stop();
  const stopped = startSealedValueCheck(config, world.db, log);
  await stopped.stop();
  assert.equal(stopped.countUnopened(), 0);
});
