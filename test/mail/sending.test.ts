import assert from 'node:assert/strict';
import { mkdtemp, readdir, readFile, rm, stat } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { after, test } from 'node:test';
import { DAY_MS } from '../../src/lib/time/clock.ts';
import { createLog } from '../../src/lib/log.ts';
import { fileMailer, smtpMailer, type Mailer } from '../../src/lib/mail/mailer.ts';
import { deliverMails } from '../support/sentMails.ts';
import { startMailServer } from '../support/mailServer.ts';
import { openWorld } from '../support/world.ts';

const world = await openWorld();
const api = await (await world.account()).api();
const folder = await mkdtemp(join(tmpdir(), 'tenant-ops-mail-'));
after(() => rm(folder, { recursive: true, force: true }));

let made = 0;
async function inviteSomebody(): Promise<string> {
  made += 1;
  const email = `m${made}@example.com`;
  await api.post('/v1/api-tenant-users', { email, full_name: 'Mo', roles: ['admin'] });
  return email;
}

const brokenMailer: Mailer = {
  send: () => Promise.reject(new Error('no mail server')),
};

test('no mail is lost while the mail server fails; mails are sent when it works again', async () => {
  const email = await inviteSomebody();
  await deliverMails(world, brokenMailer);
  assert.deepEqual(await deliverMails(world), []);
  world.clock.advance(10_000);
  await deliverMails(world, brokenMailer);
  world.clock.advance(10_000);
  assert.deepEqual(await deliverMails(world), []);
  world.clock.advance(10_000);
  const letters = await deliverMails(world);
  assert.deepEqual(
    letters.map(({ recipient }) => recipient),
    [email],
  );
});

test('a mail stores its link encrypted while it waits, and not at all after it is sent', async () => {
  await inviteSomebody();
  const [waiting] = await world.db<
    [{ text: string }]
  >`select mail::text as text from mails as mail where state = 'waiting'`;
  assert.ok(!/invitation\?|tin_/.test(waiting.text));
  const [letter] = await deliverMails(world);
  assert.match(letter?.text ?? '', /\/invitation\?token=tin_\w{55}\n/);
  const rows = await world.db`select body, link_path, sealed_link from mails where state = 'sent'`;
  assert.ok(rows.length > 0);
  for (const row of rows) assert.deepEqual({ ...row }, { body: null, link_path: null, sealed_link: null });
});

test('a mail encrypted with another key is not sent', async () => {
  const email = await inviteSomebody();
  await world.db`update mails set sealed_link = ${Buffer.alloc(60, 1)} where recipient = ${email}`;
  assert.deepEqual(await deliverMails(world), []);
  const [row] = await world.db`select state, last_error from mails where recipient = ${email}`;
  assert.equal(row?.['state'], 'waiting');
  assert.ok(row?.['last_error']);
  world.clock.advance(7 * DAY_MS);
  await deliverMails(world);
});

test('a mail that cannot be sent is given up when its link expires', async () => {
  const email = await inviteSomebody();
  world.clock.advance(7 * DAY_MS);
  await deliverMails(world, brokenMailer);
  const [row] = await world.db`select state, body, last_error from mails where recipient = ${email}`;
  assert.deepEqual({ ...row }, { state: 'given_up', body: null, last_error: 'no mail server' });
});

test('two concurrent senders send each mail once', async () => {
  for (let count = 0; count < 12; count += 1) await inviteSomebody();
  const both = await Promise.all([deliverMails(world), deliverMails(world)]);
  const ids = both.flat().map(({ id }) => id);
  assert.equal(ids.length, 12);
  assert.equal(new Set(ids).size, 12);
});

for (const [how, later_ms] of [
  ['before its link expires', 0],
  ['after its link expired', 7 * DAY_MS],
] as const) {
  test(`a sent mail stays sent when a sender that lost its lease fails ${how}`, async () => {
    const email = await inviteSomebody();
    const called = Promise.withResolvers<void>();
    const reply = Promise.withResolvers<void>();
    const send = () => {
      called.resolve();
      return reply.promise;
    };
    const silent = deliverMails(world, { send });
    await called.promise;
    world.clock.advance(59_999);
    assert.deepEqual(await deliverMails(world), []);
    world.clock.advance(1);
    assert.equal((await deliverMails(world)).length, 1);
    world.clock.advance(later_ms);
    reply.reject(new Error('too late'));
    await silent;
    const [mail] = await world.db`select state, last_error from mails where recipient = ${email}`;
    assert.deepEqual({ ...mail }, { state: 'sent', last_error: null });
  });
}

test('without a mail server, each mail is a file that only its owner can open', async () => {
  const email = await inviteSomebody();
  const mails = join(folder, 'mail');
  await deliverMails(world, fileMailer(mails, createLog('silent'), { logs_text: false }));
  const [name = ''] = await readdir(mails);
  const text = await readFile(join(mails, name), 'utf8');
  assert.match(name, /\.eml$/);
  assert.equal((await stat(mails)).mode & 0o777, 0o700);
  assert.equal((await stat(join(mails, name))).mode & 0o777, 0o600);
  assert.match(text, new RegExp(`^To: ${email}`, 'm'));
  assert.match(text, /invitation\?token=/);
});

for (const logs_text of [true, false]) {
  test(`the log ${logs_text ? 'of the demo contains' : 'does not contain'} the one-time link of a mail`, async () => {
    const email = await inviteSomebody();
    const lines: string[] = [];
    const log = createLog('info', { write: (line) => void lines.push(line) });
    await deliverMails(world, fileMailer(join(folder, 'mail'), log, { logs_text }));
    const [line = ''] = lines;
    assert.equal(lines.length, 1);
    assert.equal(/token=|tin_/.test(line), logs_text);
    const { mail, recipient } = JSON.parse(line);
    assert.equal(recipient, email);
    assert.match(await readFile(mail, 'utf8'), /invitation\?token=/);
  });
}

test('with a mail server, mails are sent to it', async () => {
  const smtp = await startMailServer();
  const email = await inviteSomebody();
  const mailer = smtpMailer(`smtp://127.0.0.1:${smtp.port}`);
  await deliverMails(world, mailer);
  smtp.close();
  assert.match(smtp.received(), new RegExp(`RCPT TO:<${email}>`));
  assert.match(smtp.received(), /Subject: Invitation to Werkstatt Nord/);
});

test('the sender of a mail is the address of the setting, or a no-reply address', async () => {
  const smtp = await startMailServer();
  const letter = {
    id: 'a',
    recipient: 'ada@example.com',
    subject: 'Hello',
    text: 'Hello',
    html: '<p>Hello</p>',
  };
  for (const query of ['', '?from=Ops%20%3Cops%40example.com%3E']) {
    const mailer = smtpMailer(`smtp://127.0.0.1:${smtp.port}${query}`);
    await mailer.send(letter);
  }
  smtp.close();
  assert.deepEqual(
    [...smtp.received().matchAll(/MAIL FROM:<([^>]+)>/g)].map(([, from]) => from),
    ['no-reply@tenant-ops.invalid', 'ops@example.com'],
  );
  assert.match(smtp.received(), /^From: Ops <ops@example.com>/m);
});
