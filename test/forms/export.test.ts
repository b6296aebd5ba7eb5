/*
 * The export of submissions continues after the last row of the previous batch; between two batches it holds no
 * connection.
 */
import assert from 'node:assert/strict';
import { once } from 'node:events';
import { get, type IncomingMessage } from 'node:http';
import { test } from 'node:test';
import { setTimeout as sleep } from 'node:timers/promises';
import { exportSubmissions } from '../../src/features/forms/export.ts';
import { createFormWithTemplate } from '../../src/features/forms/forms.ts';
import { csvLine } from '../../src/lib/text/csv.ts';
import { countPoolConnections } from '../../src/lib/sql/sql.ts';
import { consoleOf } from '../../support/console.ts';
import { eventually } from '../../support/eventually.ts';
import { heldMemory } from '../support/heldMemory.ts';
import { longestTurn, longestTurnAtBest } from '../support/longestTurn.ts';
import { openWorld } from '../support/world.ts';

const MANY = 30_000;
/** Twice the promised limit, because code is slower when it runs for the first time. */
const MOST_TURN_MS = 40;
const MOST_HELD_MB = 6;

const world = await openWorld();
const tenant = await world.account();
const admin = await consoleOf(world, tenant.admin);
const form = await createFormWithTemplate(tenant.ctx(), {
  name: 'Pump check',
  fields: [{ key: 'serial', label: 'Serial number' }],
  template_image_url: 'https://media.example.com/pump.png',
});
await world.db`
  insert into form_submissions (
    account_id, id, form_id, form_name, fields, answers, missing, submitted_by, submitted_at
  )
  select
    ${tenant.account_id}, gen_random_uuid(), ${form.id}, 'Pump check', '[]',
    jsonb_build_object('serial', 'P-' || number, 'note', repeat('x', 300)), '{}', 'device',
    '2026-01-01'::timestamptz + number * interval '1 second'
  from generate_series(1, ${MANY}::int) as number`;

test('200 with 30,000 submissions, without blocking the event loop', async () => {
  let lines = 0;
  const turn_ms = await longestTurnAtBest(async () => {
    lines = 0;
    for await (const piece of await exportSubmissions(tenant.ctx(), form.id))
      lines += piece.endsWith('\r\n') ? 1 : 0;
  });
  assert.equal(lines, 1 + MANY);
  assert.ok(turn_ms < MOST_TURN_MS, `${turn_ms} ms`);
});

test('200 with 30,000 submissions, of which few are in memory', async () => {
  const before_mb = heldMemory();
  let [most_mb, lines] = [0, 0];
  for await (const line of await exportSubmissions(tenant.ctx(), form.id)) {
    assert.ok(line.length > 0);
    if (++lines % 5_000 === 0) most_mb = Math.max(most_mb, heldMemory() - before_mb);
  }
  assert.ok(most_mb < MOST_HELD_MB, `${most_mb} MiB`);
});

test('control: loading every submission uses more memory and blocks the event loop', async () => {
  const before_mb = heldMemory();
  const all = await world.db`select * from form_submissions where account_id = ${tenant.account_id}`;
  const held_mb = heldMemory() - before_mb;
  const turn_ms = await longestTurn(async () => all.map((one) => csvLine(Object.values(one))).join(''));
  assert.equal(all.length, MANY);
  assert.ok(held_mb > 1.5 * MOST_HELD_MB, `${held_mb} MiB`);
  assert.ok(turn_ms > MOST_TURN_MS, `${turn_ms} ms`);
});

test('a stalled client holds no database connection, and an export ends when its client disconnects', async () => {
  const path = `/forms/submissions.csv?form_id=${form.id}`;
  const request = get(`${world.url}${path}`, { headers: { Cookie: admin.cookie } });
  const [response] = (await once(request, 'response')) as [IncomingMessage];
  response.once('error', () => {});
  await once(response, 'readable');
  await eventually(isIdle, (idle) => idle, 20_000);
  assert.equal(response.readableEnded, false);
  response.destroy();
  assert.equal(await isIdle(), true);
});

test('control: a transaction of an export is detected', async () => {
  await world.db.begin(async (tx) => {
    await tx`select 1`;
    assert.equal(await isIdle(), false);
  });
});

/** True if no connection is used for a while. */
async function isIdle(): Promise<boolean> {
  for (let looked = 0; looked < 20; looked++) {
    if (countPoolConnections(world.db).busy > 0) return false;
    await sleep(20);
  }
  return true;
}
