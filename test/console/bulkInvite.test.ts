/** Several people are invited at once, and each line has its own result. */
import assert from 'node:assert/strict';
import { test } from 'node:test';
import { listAudit } from '../../src/audit/audit.ts';
import { consoleOf } from '../../support/console.ts';
import { deliverMails } from '../support/sentMails.ts';
import { memberOf } from '../support/memberOf.ts';
import { openWorld } from '../support/world.ts';

const world = await openWorld();
const tenant = await world.account();
const other = await world.account();
const admin = await consoleOf(world, tenant.admin);

const line = (email: string, more: object = {}) => ({
  email,
  full_name: 'Ines Vogel',
  access: '',
  device_name: '',
  role: '',
  ...more,
});
const invite = (people: readonly object[]) => admin.post('/people/list', { people });
const statesOf = ({ body }: any): string[] => body.lines.map(({ state }: any) => state);
const acts = async (action: string) =>
  (await listAudit(tenant.ctx(), { action, limit: 100, offset: 0 })).entries.length;
const detailsOf = async (email: string) => {
  const { id } = await named(email);
  const filter = { action: 'user.invited', target_id: id, limit: 1, offset: 0 };
  return (await listAudit(tenant.ctx(), filter)).entries[0]?.details;
};
const named = async (email: string) =>
  (await admin.get(`/people?search=${encodeURIComponent(email)}`)).body.people[0];

test('200 with a result for each line, and one mail and one audit entry per invited user', async () => {
  await deliverMails(world);
  const before = await acts('user.invited');
  const answer = await invite([
    line(' One@List.example ', { access: 'Admin' }),
    line('two@list.example', { device_name: 'Glasses 2', role: 'Trainer, trainee' }),
    line('not an address'),
    line('ONE@list.example'),
    line(tenant.admin.email),
    line(other.admin.email),
  ]);
  assert.equal(answer.status, 200);
  assert.deepEqual(statesOf(answer), ['invited', 'invited', 'refused', 'repeated', 'known', 'known']);
  assert.equal(answer.body.lines[2].fault, 'email: must be an email address');
  const letters = await deliverMails(world);
  assert.deepEqual(letters.map(({ recipient }) => recipient).toSorted(), [
    'one@list.example',
    'two@list.example',
  ]);
  assert.equal(await acts('user.invited'), before + 2);
  assert.equal((await named('one@list.example')).access, 'admin');
  const { access, role, seat } = await named('two@list.example');
  assert.deepEqual([access, role, seat.device_name], ['member', 'trainer', 'Glasses 2']);
  assert.deepEqual(await detailsOf('two@list.example'), {
    device_name: 'Glasses 2',
    roles: ['trainer', 'trainee'],
  });
  assert.deepEqual(await detailsOf('one@list.example'), {});
});

test('200 for a repeated request, which invites nobody again', async () => {
  const people = [line('twice@list.example', { device_name: 'Glasses 3' }), line('again@list.example')];
  assert.deepEqual(statesOf(await invite(people)), ['invited', 'invited']);
  await deliverMails(world);
  const before = [await acts('user.invited'), await acts('seat.created')];
  const again = await invite(people);
  assert.deepEqual(statesOf(again), ['waiting', 'waiting']);
  for (const { user_id, fault, details, link } of again.body.lines)
    assert.deepEqual([user_id, fault, details, link], [null, null, null, null]);
  assert.deepEqual([await acts('user.invited'), await acts('seat.created')], before);
  assert.deepEqual(await deliverMails(world), []);
});

test('200 for two concurrent requests with the same list; each person is invited once', async () => {
  const people = ['a', 'b', 'c', 'd'].map((name) => line(`${name}@atonce.example`));
  const answers = await Promise.all([invite(people), invite(people)]);
  const [first, second] = answers.map(statesOf);
  people.forEach((_, at) =>
    assert.deepEqual(new Set([first?.[at], second?.[at]]), new Set(['invited', 'waiting'])),
  );
  const letters = await deliverMails(world);
  assert.equal(letters.length, people.length);
});

for (const [what, wrong, field, rule] of [
  ['no name', { full_name: ' ' }, 'full_name', 'name_characters'],
  ['an unknown access', { access: 'owner' }, 'access', 'access_word'],
  ['an unknown role', { device_name: 'Glasses', role: 'coach' }, 'roles', 'role_words'],
  ['a seat role without glasses', { role: 'trainer' }, 'device_name', 'role_without_seat'],
  ['an invisible name of glasses', { device_name: 'Glasses\u202E' }, 'device_name', 'name_characters'],
] as const)
  test(`200 with a rejected line for ${what}, which creates no user`, async () => {
    const email = `${field}-${crypto.randomUUID()}@list.example`;
    const { body } = await invite([line(email, wrong)]);
    const [{ fault, details, ...result }] = body.lines;
    assert.deepEqual(result, { ...result, state: 'refused', user_id: null, link: null });
    assert.equal(fault.split(':')[0], field);
    assert.deepEqual([details.path, details.rule], [field, rule]);
    assert.equal(await named(email), undefined);
  });

test('400 for an empty list and for more than 200 lines; 403 for a member', async () => {
  assert.equal((await invite([])).status, 400);
  const many = Array.from({ length: 201 }, (_, at) => line(`p${at}@many.example`));
  assert.equal((await invite(many)).status, 400);
  const member = await consoleOf(world, await memberOf(tenant));
  assert.equal((await member.post('/people/list', { people: [line('m@list.example')] })).status, 403);
});

test('the mail of an invitation names the inviter', async () => {
  await deliverMails(world);
  const { full_name } = (await named(tenant.admin.email)) ?? {};
  await invite([line('named@list.example')]);
  const [letter] = await deliverMails(world);
  assert.ok(letter?.text.includes(`${full_name} invited you to`), letter?.text);
});

test('200 for a dry run with the same states, and nobody is invited', async () => {
  await deliverMails(world);
  const people = [line('dry@list.example'), line('nobody at list'), line(tenant.admin.email)];
  const answer = await admin.post('/people/list', { people, dry_run: true });
  assert.deepEqual(statesOf(answer), ['invited', 'refused', 'known']);
  assert.deepEqual([await named('dry@list.example'), (await deliverMails(world)).length], [undefined, 0]);
});

test('200 with the option update, which changes only the access of users of this account', async () => {
  await tenant.user('Uma Update');
  const { email, id } = await named('Uma Update');
  const access = async () => (await named('Uma Update')).access;
  const update = (people: readonly object[], options: object = {}) =>
    admin.post('/people/list', { people, duplicates: 'update', ...options });
  const promoted = [line(email, { access: 'admin' }), line(other.admin.email, { access: 'member' })];
  assert.deepEqual(statesOf(await update(promoted, { dry_run: true })), ['updated', 'invited']);
  assert.equal(await access(), 'member');
  assert.deepEqual(statesOf(await update(promoted)), ['updated', 'known']);
  assert.equal(await access(), 'admin');
  assert.deepEqual(statesOf(await update(promoted.slice(0, 1))), ['known']);
  const own = await update([line(tenant.admin.email, { access: 'member' })]);
  assert.equal(own.body.lines[0].fault, 'access: you cannot do this to yourself; ask another admin');
  await admin.patch(`/people?user_id=${id}`, { status: 'inactive' });
  assert.deepEqual(statesOf(await update([line(email, { access: 'member' })])), ['known']);
});
