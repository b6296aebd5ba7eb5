/* Controls of the contract checks: each act has a planted mistake, and its check must fail. */
import assert from 'node:assert/strict';
import { test } from 'node:test';
import { openWorld } from '../support/world.ts';
import { ACTS } from './support/acts/all.ts';
import {
  checkRepeatedAct,
  checkActEffects,
  checkActOnForeignRecord,
  checkActWithForeignMember,
  type ActStage,
  type PreparedAct,
} from './support/checkActs.ts';
import { rowReader } from './support/rows.ts';
import { openAccountCallers, type CallOperationByName, type RequestInput } from './support/stage.ts';

const world = await openWorld();
const readRows = await rowReader(world.db);
const [side, strangers] = [await openAccountCallers(world), await openAccountCallers(world)];
const stage: ActStage = { world, side, strangers, readRows };

type Mistake = (sent: RequestInput) => Promise<unknown>;

/** Mistakes that a request could make: a second audit entry, a changed time, a leftover row. */
const renameForms: Mistake = () => world.db`update forms set name = 'Changed'`;
const touchForms: Mistake = () =>
  world.db`update forms set updated_at = ${new Date(world.clock.now().getTime() + 1_000)}`;
const auditMore: Mistake = () => side.ask('POST /console/v1/integrations', { body: { provider: 'erp' } });
const emptyDetails: Mistake = () => world.db`update audit_entries set details = '{}'`;
const forgetEntry: Mistake = () => world.db`delete from audit_entries where action = 'form.deleted'`;
const keepTask: Mistake = ({ query }) => side.make.task({ external_id: query?.['id'] });

/** Returns an `Ask` that plants the mistake after each request. */
function mistaken(ask: CallOperationByName, mistake: Mistake): CallOperationByName {
  return async (name, sent = {}) => {
    const answer = await ask(name, sent);
    await mistake(sent);
    return answer;
  };
}

async function prepare(name: string): Promise<PreparedAct> {
  const act = ACTS[name];
  assert.ok(act, name);
  return { name, act, sent: await act.prepare(side.make) };
}

const withMistake = (mistake: Mistake): ActStage => ({
  ...stage,
  side: { ...side, ask: mistaken(side.ask, mistake) },
});
const asOwner: ActStage = { ...stage, strangers: side };
const writingStrangers: ActStage = {
  ...stage,
  strangers: { ...strangers, ask: mistaken(strangers.ask, renameForms) },
};

const FORM = 'DELETE /v1/api-tenant-forms';
const CHANGE = 'PUT /v1/api-tenant-forms';

const CONTROLS: [string, string, (prepared: PreparedAct) => Promise<void>][] = [
  ['a second entry in the audit log', FORM, (act) => checkActEffects(withMistake(auditMore), act)],
  ['an entry without its details', FORM, (act) => checkActEffects(withMistake(emptyDetails), act)],
  ['no entry in the audit log', FORM, (act) => checkActEffects(withMistake(forgetEntry), act)],
  [
    'a change of other records of the account',
    CHANGE,
    (act) => checkActEffects(withMistake(renameForms), act),
  ],
  ['a row that remains after the operation', FORM, (act) => checkActEffects(withMistake(keepTask), act)],
  ['a repetition that overwrites a time', CHANGE, (act) => checkRepeatedAct(withMistake(touchForms), act)],
  ['a repetition with the same response as the first call', FORM, (act) => checkRepeatedAct(stage, act)],
  ['an id of another account that is accepted', CHANGE, (act) => checkActOnForeignRecord(asOwner, act, 404)],
  ['a rejected call that changes data', CHANGE, (act) => checkActOnForeignRecord(writingStrangers, act, 404)],
  [
    'a member that accepts an id of another account',
    'POST /console/v1/tasks',
    (act) => checkActWithForeignMember(asOwner, act, ['assigned_to']),
  ],
];

for (const [what, name, check] of CONTROLS)
  test(`control: ${what} is detected`, async () => {
    await assert.rejects(check(await prepare(name)), { code: 'ERR_ASSERTION' });
  });

test('control: the same operations without a mistake pass', async () => {
  const [change, removal] = [await prepare(CHANGE), await prepare(FORM)];
  await checkActOnForeignRecord(stage, change, 404);
  await checkActEffects(stage, change);
  await checkRepeatedAct(stage, change);
  await checkActEffects(stage, removal);
  await checkRepeatedAct(stage, removal);
});
