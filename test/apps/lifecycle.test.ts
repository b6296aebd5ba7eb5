import assert from 'node:assert/strict';
import { test } from 'node:test';
import {
  changeApp,
  deleteApp,
  listAppPage,
  readApp,
  registerApp,
  rotateAppSecret,
  submitAppForReview,
} from '../../src/features/apps/apps.ts';
import { listAppsForStaff } from '../../src/features/apps/inspection.ts';
import { approveApp, sendBackApp, suspendApp } from '../../src/features/apps/reviews.ts';
import type { Transaction } from '../../src/lib/sql/sql.ts';
import { listAudit } from '../../src/audit/audit.ts';
import { createUser, deactivateUser, inviteAdmin } from '../../src/features/users/users.ts';
import { deliverMails } from '../support/sentMails.ts';
import { askInOrder } from '../support/waitingStatements.ts';
import { openWorld } from '../support/world.ts';

const world = await openWorld();
const owner = await world.account('Maker GmbH');
const other = await world.account('Kunde AG');
const staff = () => world.platform();
const NEW = { name: 'Planner', redirect_uris: ['https://a.example/cb'], scopes: ['read:tasks' as const] };
const code = (expected: string) => (error: unknown) => (error as { code: string }).code === expected;

test('201 for an app with or without a description', async () => {
  const about = { description: 'Plans the day.', homepage: 'https://a.example/about' };
  for (const [sent, kept] of [
    [about, about],
    [{}, { description: '', homepage: '' }],
  ]) {
    const { client_id } = await registerApp(owner.ctx(), { ...NEW, ...sent });
    const { description, homepage } = await readApp(owner.ctx(), client_id);
    assert.deepEqual({ description, homepage }, kept);
  }
});

const HOMEPAGES: [homepage: string, is_taken: boolean][] = [
  ['', true],
  ['https://a.example/about', true],
  ['http://a.example', true],
  ['ftp://a.example', false],
  ['javascript:alert(1)', false],
  ['https://user@a.example', false],
  ['a.example', false],
];
for (const [homepage, is_taken] of HOMEPAGES) {
  test(`${is_taken ? '201' : '400'} for the homepage "${homepage}", registered or changed`, async () => {
    const { client_id } = await registerApp(owner.ctx(), NEW);
    for (const made of [
      registerApp(owner.ctx(), { ...NEW, homepage }),
      changeApp(owner.ctx(), client_id, { homepage }),
    ]) {
      if (is_taken) await made;
      else await assert.rejects(made, { message: 'homepage: must be a URL that begins with https://' });
    }
  });
}

test('201 for an app in development, whose secret is shown once and stored as a hash', async () => {
  const { client_id, client_secret } = await registerApp(owner.ctx(), NEW);
  assert.match(client_id, /^app_[0-9A-Za-z]{24}$/);
  assert.match(client_secret, /^tos_[0-9A-Za-z]{55}$/);
  const app = await readApp(owner.ctx(), client_id);
  assert.deepEqual(app, {
    client_id,
    ...NEW,
    description: '',
    homepage: '',
    status: 'development',
    secret_last4: client_secret.slice(-4),
    review: null,
    reviewed: null,
    created_at: '2026-03-02T09:00:00.000Z',
  });
});

test('200 for submission, rejection with notes, resubmission and approval, each with a mail', async () => {
  await deliverMails(world);
  const { client_id } = await registerApp(owner.ctx(), NEW);
  await submitAppForReview(owner.ctx(), client_id);
  await assert.rejects(submitAppForReview(owner.ctx(), client_id), code('CONFLICT'));
  const waiting = await listAppsForStaff(staff(), { state: 'waiting', limit: 50, offset: 0 });
  assert.ok(waiting.apps.some((app) => app.client_id === client_id));
  assert.deepEqual(await sendBackApp(staff(), { client_id, notes: 'Say what it does.' }), {
    status: 'development',
  });
  const { status, review } = await readApp(owner.ctx(), client_id);
  assert.equal(status, 'development');
  assert.deepEqual([review?.decision, review?.notes], ['sent_back', 'Say what it does.']);
  assert.equal(review?.decided_at, '2026-03-02T09:00:00.000Z');
  const [sentBack] = await deliverMails(world);
  assert.equal(sentBack?.recipient, owner.admin.email);
  assert.match(sentBack?.text ?? '', /Say what it does\./);
  const again = await submitAppForReview(owner.ctx(), client_id);
  assert.equal(again.review?.decision, null);
  assert.deepEqual(await approveApp(staff(), { client_id }), { status: 'active' });
  const [approved] = await deliverMails(world);
  assert.equal(approved?.subject, 'Planner was approved');
  const { entries } = await listAudit(owner.ctx(), { target_id: client_id, limit: 10, offset: 0 });
  assert.deepEqual(
    entries.map(({ action }) => action),
    ['app.approved', 'app.submitted', 'app.sent_back', 'app.submitted', 'app.registered'],
  );
  assert.deepEqual(
    entries.filter(({ action }) => /approved|sent_back/.test(action)).map(({ details }) => details),
    [{ notes: null }, { notes: 'Say what it does.' }],
  );
});

test('a decision is mailed to every admin with an accepted invitation, and to no other user', async () => {
  const maker = await world.account('Makers AG');
  const add = async (email: string, is_admin: boolean) => {
    const { password } = maker.admin;
    return (await createUser(maker.ctx(), { email, full_name: 'Al', is_admin, password })).user_id;
  };
  await add('second@example.com', true);
  await add('member@example.com', false);
  await deactivateUser(maker.ctx(), await add('gone@example.com', true));
  await inviteAdmin(maker.ctx(), { email: 'invited@example.com', full_name: 'Al', roles: ['admin'] });
  const { client_id } = await registerApp(maker.ctx(), NEW);
  await submitAppForReview(maker.ctx(), client_id);
  await deliverMails(world);
  await approveApp(staff(), { client_id });
  const letters = await deliverMails(world);
  assert.deepEqual(
    letters.map(({ recipient }) => recipient).toSorted(),
    [maker.admin.email, 'second@example.com'].toSorted(),
  );
});

test('409 for the second of two concurrent rejections by staff; one mail is sent', async () => {
  const { client_id } = await registerApp(owner.ctx(), NEW);
  await submitAppForReview(owner.ctx(), client_id);
  await deliverMails(world);
  const colleague = await world.staff();
  const sendBack = (notes: string) => () =>
    sendBackApp({ ...staff(), staff_id: colleague.user_id }, { client_id, notes }).then(
      () => 'sent back',
      String,
    );
  const hold = (tx: Transaction) =>
    tx`select 1 from oauth_apps where account_id = ${owner.account_id} and client_id = ${client_id} for update`;
  const outcomes = await askInOrder(world.db, hold, [sendBack('Say more.'), sendBack('Say less.')]);
  assert.deepEqual(outcomes, ['sent back', 'Failure: review: the app is not submitted for review']);
  assert.equal((await deliverMails(world)).length, 1);
});

test('409 for unreviewed additions to an active app, 200 for removals', async () => {
  const wide = { ...NEW, redirect_uris: ['https://a.example/cb', 'https://a.example/2'] };
  const { client_id } = await registerApp(owner.ctx(), wide);
  await approveApp(staff(), { client_id });
  for (const changes of [
    { name: 'Bank' },
    { redirect_uris: ['https://b.example/cb'] },
    { scopes: ['read:tasks' as const, 'manage:users' as const] },
  ]) {
    await assert.rejects(changeApp(owner.ctx(), client_id, changes), code('CONFLICT'));
  }
  const changed = await changeApp(owner.ctx(), client_id, { redirect_uris: ['https://a.example/2'] });
  assert.deepEqual([changed.status, changed.redirect_uris], ['active', ['https://a.example/2']]);
});

test('409 for a review of an app that is suspended', async () => {
  const { client_id } = await registerApp(owner.ctx(), NEW);
  await approveApp(staff(), { client_id });
  assert.deepEqual(await suspendApp(staff(), { client_id }), { status: 'suspended' });
  await assert.rejects(submitAppForReview(owner.ctx(), client_id), code('CONFLICT'));
  await assert.rejects(sendBackApp(staff(), { client_id }), code('CONFLICT'));
});

test('an app that was changed while it was suspended is reinstated as it was reviewed', async () => {
  const { client_id } = await registerApp(owner.ctx(), { ...NEW, homepage: 'https://maker.example' });
  await approveApp(staff(), { client_id });
  await suspendApp(staff(), { client_id });
  await changeApp(owner.ctx(), client_id, { homepage: 'https://bank.example' });
  await approveApp(staff(), { client_id });
  const { homepage, reviewed } = await readApp(owner.ctx(), client_id);
  assert.deepEqual([homepage, reviewed?.homepage], ['https://bank.example', 'https://maker.example']);
});

test("404 for another account's app and for a deleted app", async () => {
  const { client_id } = await registerApp(owner.ctx(), NEW);
  for (const act of [readApp, rotateAppSecret, submitAppForReview, deleteApp]) {
    await assert.rejects(act(other.ctx(), client_id), code('NOT_FOUND'));
  }
  await deleteApp(owner.ctx(), client_id);
  await assert.rejects(readApp(owner.ctx(), client_id), code('NOT_FOUND'));
  await assert.rejects(approveApp(staff(), { client_id }), code('NOT_FOUND'));
  assert.ok(
    !(await listAppPage(owner.ctx(), { limit: 100, offset: 0 })).apps.some(
      (app) => app.client_id === client_id,
    ),
  );
});

const refused = [
  'http://a.example/cb',
  'https://a.example/cb#x',
  'https://user@a.example/cb',
  'https://*.a.example/cb',
  'https://a.example\\@b.example/',
  'javascript:alert(1)',
  'data:text/html,x',
  'myapp:/cb',
  '/cb',
  'https://',
  'https://a.example/ü',
];
for (const uri of refused) {
  test(`400 for the redirect URI ${uri}`, async () => {
    await assert.rejects(registerApp(owner.ctx(), { ...NEW, redirect_uris: [uri] }), code('BAD_REQUEST'));
  });
}

test('a redirect URI can use https, a loopback host or a private scheme', async () => {
  const redirect_uris = [
    'https://a.example/cb?x=1',
    'http://localhost:1/cb',
    'http://[::1]/',
    'com.example.app:/cb',
  ];
  const { client_id } = await registerApp(owner.ctx(), { ...NEW, redirect_uris });
  assert.deepEqual((await readApp(owner.ctx(), client_id)).redirect_uris, redirect_uris);
});
