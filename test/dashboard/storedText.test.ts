/* Hostile text in every kind of record, shown on every page, drawer and printed page of an account. */
import assert from 'node:assert/strict';
import { after, test } from 'node:test';
import type { Page } from 'playwright-core';
import { consoleOf } from '../../support/console.ts';
import { eventually } from '../../support/eventually.ts';
import { openChromium } from '../support/chromium.ts';
import { openDashboard, waitUntilSettled, pageErrorsOf, WIDTHS } from '../support/dashboard.ts';
import { deliverMails } from '../support/sentMails.ts';
import { openReceiver } from '../support/receiver.ts';
import { openWorld } from '../support/world.ts';

const SCRIPT = 'globalThis.stored=1';
/** Closes every element that can contain it, and starts a script in each known way. */
const MARKUP =
  `"'></textarea></title></script><script>${SCRIPT}</script><img src=x onerror="${SCRIPT}">` +
  `<svg onload=${SCRIPT}>[a](javascript:${SCRIPT})`;
const NAME = `${MARKUP} ${'W'.repeat(30)}`.slice(0, 200);
const TEXT = `${MARKUP}\u202eltr\u2066\n${'W'.repeat(180)}`;

const world = await openWorld({ webhook_allow: ['127.0.0.1'] });
const receiver = await openReceiver();
after(() => receiver.close());
receiver.answer = (_request, response) =>
  void response.writeHead(500, { 'Content-Type': 'text/html' }).end(`<h1>${TEXT}</h1>`);
world.startSender();
const tenant = await world.account(NAME.slice(0, 120));
const admin = await consoleOf(world, tenant.admin);
const api = await tenant.api();
const glasses = await tenant.device({ user_id: await tenant.user(NAME) });

async function made(answer: Promise<{ status: number; body: any; text: string }>) {
  const { status, body, text } = await answer;
  assert.ok(status === 200 || status === 201, text);
  return body;
}

await made(admin.post('/inboxes', { events: ['task.created'] }));
await made(
  admin.post('/endpoints', {
    url: `${receiver.url}/?a=${encodeURIComponent(MARKUP)}`,
    events: ['task.created'],
  }),
);
await made(admin.patch(`/seats?seat_id=${glasses.seat_id}`, { device_name: NAME.slice(0, 100) }));
const task = await made(
  api.post('/v1/api-tenant-tasks', {
    title: TEXT.slice(0, 500),
    description: TEXT,
    external_id: TEXT.slice(0, 255),
    assigned_to: glasses.user_id,
    due_date: '2026-03-01',
  }),
);
await made(admin.patch(`/tasks?task_id=${task.id}`, { title: `${TEXT} again`.slice(0, 500) }));
const session = await made(
  glasses.post('/device/v1/sessions', { role: 'trainee', session_name: TEXT, task_id: task.id }),
);
await made(
  glasses.post('/device/v1/sessions/complete', {
    session_id: session.id,
    status: 'completed',
    summary: TEXT,
    notes: TEXT,
    procedures: [{ title: TEXT.slice(0, 500), description: TEXT }],
  }),
);
await made(
  admin.post('/skills', {
    name: NAME,
    description: TEXT,
    kind: 'http',
    response_target: 'context',
    arguments_schema: {
      type: 'object',
      title: TEXT,
      properties: { [NAME]: { type: 'string', description: TEXT } },
    },
    config: { url: receiver.url, headers: {} },
  }),
);
const form = await made(
  api.post('/v1/api-tenant-forms', {
    name: NAME,
    aliases: [NAME],
    category: NAME.slice(0, 100),
    template_image_url: `https://media.example.com/${encodeURIComponent(MARKUP)}.png`,
    fields: [{ key: 'a', label: TEXT, type: 'text', help: TEXT }],
  }),
);
await made(admin.post('/integrations', { provider: NAME.slice(0, 100) }));
await made(admin.post('/keys', { name: NAME, scopes: ['read:tasks'] }));
await made(
  admin.post('/apps', {
    name: NAME.slice(0, 80),
    description: TEXT.slice(0, 500),
    redirect_uris: [`https://a.example/?${encodeURIComponent(MARKUP)}`],
    scopes: ['read:tasks'],
  }),
);
await made(
  admin.post('/documents', {
    name: `${NAME.slice(0, 190)}.md`,
    content: Buffer.from(`# ${TEXT}\n\n${TEXT}\n`).toString('base64'),
  }),
);
const submission = await made(
  glasses.post('/device/v1/forms/submit', { form_id: form.id, answers: { a: TEXT } }),
);
const endpoints = await world.db<{ id: string }[]>`
  select delivery.endpoint_id as id
  from webhook_deliveries as delivery
  where delivery.account_id = ${tenant.account_id}`;
const waiting = () => world.db`select 1 from webhook_attempts where account_id = ${tenant.account_id}`;
await eventually(waiting, ({ length }) => length >= 2);
await api.call('/v1/api-tenant-tasks', { headers: { 'User-Agent': MARKUP } });
const chromium = await openChromium();

/** The pages of the failing endpoint and of the inbox; a click there opens the drawer of a delivery. */
const ENDPOINTS = endpoints.map(({ id }) => `/webhooks/${id}`);
const PRINTED = [`/forms/submission?id=${submission.submission_id}`, '/account'];

for (const [width, options] of Object.entries(WIDTHS)) {
  const page = await openDashboard(chromium, world, tenant.admin, options);
  const addresses = await page
    .getByRole('navigation', { name: 'Main', includeHidden: true })
    .getByRole('link', { includeHidden: true })
    .evaluateAll((links) => links.map((link) => link.getAttribute('href') ?? ''));

  test(`stored text runs no script and widens no page, ${width}`, async () => {
    assert.ok(addresses.length >= 15, addresses.join(' '));
    assert.equal(ENDPOINTS.length, 2);
    let opened = 0;
    for (const address of [...addresses, ...ENDPOINTS, ...PRINTED]) {
      await page.goto(world.url + address);
      await assertCalm(page, `${address} ${width}`);
      const name = page.locator('main [data-opens]').first();
      if ((await name.count()) === 0) continue;
      await name.click();
      await assertCalm(page, `${address} opened ${width}`);
      opened += 1;
    }
    assert.ok(opened >= 6, `${opened} records were opened`);
  });
}

async function assertCalm(page: Page, where: string): Promise<void> {
  await waitUntilSettled(page);
  const stored = await page.evaluate<unknown>('globalThis.stored');
  const links = await page
    .locator('a[href^="javascript:" i], img[src="x"], svg[onload], script:not([src])')
    .evaluateAll((all) => all.map((one) => one.outerHTML));
  const [content, screen] = await page.evaluate<number[]>(
    '[document.documentElement.scrollWidth, innerWidth]',
  );
  const is_wider = (content ?? 0) > (screen ?? 0);
  assert.deepEqual(
    { stored, links, troubles: pageErrorsOf(page), is_wider },
    { stored: undefined, links: [], troubles: [], is_wider: false },
    where,
  );
}

test('mails escape stored text', async () => {
  await made(
    api.post('/v1/api-tenant-users', { email: 'new@example.com', full_name: NAME, roles: ['admin'] }),
  );
  const letters = await deliverMails(world);
  assert.ok(letters.length > 0);
  for (const { html, text } of letters) {
    assert.doesNotMatch(html, /<(?:script|img|svg)\b/i);
    assert.doesNotMatch(`${html}${text}`, /javascript:\S/);
  }
});

test('400 for a script URL in every member that a page links to', async () => {
  const url = `javascript:${SCRIPT}`;
  const app = { name: 'A', redirect_uris: ['https://a.example/'], scopes: ['read:tasks'] };
  const form_of = { name: 'A', template_image_url: url };
  const end = { session_id: session.id, status: 'completed', procedures: [{ title: 'A', clip_url: url }] };
  const answers = {
    homepage: await admin.post('/apps', { ...app, homepage: url }),
    redirect_uris: await admin.post('/apps', { ...app, redirect_uris: [url] }),
    template_image_url: await api.post('/v1/api-tenant-forms', form_of),
    video_url: await api.patch(`/v1/api-tenant-sessions?session_id=${session.id}`, { video_url: url }),
    thumbnail_url: await api.patch(`/v1/api-tenant-sessions?session_id=${session.id}`, {
      thumbnail_url: url,
    }),
    clip_url: await glasses.post('/device/v1/sessions/complete', end),
    url: await api.post('/v1/webhook-subscribe', { url, events: ['task.created'] }),
  };
  for (const [member, { status, text }] of Object.entries(answers)) {
    assert.equal(status, 400, `${member}: ${text}`);
    assert.match(text, new RegExp(member));
  }
});
