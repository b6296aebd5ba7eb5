import assert from 'node:assert/strict';
import { test } from 'node:test';
import type { Page } from 'playwright-core';
import type { Actor } from '../../src/access/context.ts';
import { completeSession, startSession } from '../../src/features/sessions/device.ts';
import { executeSkill } from '../../src/features/skills/executions/executions.ts';
import { createSkill } from '../../src/features/skills/skills.ts';
import { changeTask } from '../../src/features/tasks/change.ts';
import { createTask } from '../../src/features/tasks/tasks.ts';
import { openChromium } from '../support/chromium.ts';
import {
  inspectPage,
  openDashboard,
  waitUntilSettled,
  storyLooks,
  testDetail,
  WIDTHS,
} from '../support/dashboard.ts';
import { openWorld, type Device } from '../support/world.ts';

const HOSTILE = '<b>Ana</b> \u202Ezaid\u202C';
/** In Berlin, the clocks changed on the day before, and the day begins at 22:00 UTC. */
const PERIOD = 'from=2025-03-31&to=2025-04-02';

const world = await openWorld();
const tenant = await world.account();
const empty = await world.account();
await world.db`update accounts set time_zone = 'Europe/Berlin'`;
const ana = await tenant.device({ user_id: await tenant.user(HOSTILE) });
const ben = await tenant.device({ user_id: await tenant.user('Ben Oak') });

// Of each kind, the first and the last record are just outside of the period; their neighbours are at its boundaries.
await train(ana, '2025-03-30T21:59:59.999Z', 60);
await train(ana, '2025-03-30T22:00:00.000Z', 61);
await train(ben, '2025-03-31T09:00:00.000Z', 600, 'failed');
await train(ben, '2025-04-01T22:00:00.000Z', 30);
await train(ana, '2025-04-02T21:59:59.999Z', 90);
await train(ana, '2025-04-02T22:00:00.000Z', 120);
await work('2025-03-30T21:59:59.999Z', '2025-03-30T22:00:00.000Z', ben.user_id);
await work('2025-03-30T22:00:00.000Z', '2025-04-02T21:59:59.999Z', ben.user_id);
await work('2025-04-02T21:59:59.999Z', '2025-04-02T22:00:00.000Z', null);
await work('2025-04-02T22:00:00.000Z', undefined, ana.user_id);
const search = await createSkill(tenant.ctx(), {
  name: 'Search',
  kind: 'knowledge_search',
  config: {},
  arguments_schema: { type: 'object' },
});
const device: Actor = { kind: 'device', seat_id: ben.seat_id };
await run(device, '2025-03-30T21:59:59.999Z');
await run(device, '2025-03-30T22:00:00.000Z');
await assert.rejects(run(device, '2025-04-02T21:59:59.999Z', {}), /arguments.query/);
await run(device, '2025-04-02T22:00:00.000Z');
// A test run, which reports do not count.
await run({ kind: 'user', user_id: tenant.admin_id }, '2025-04-01T10:00:00.000Z');
const chromium = await openChromium();

async function train(
  { seat_id }: Device,
  at: string,
  duration_seconds: number,
  status: 'completed' | 'failed' = 'completed',
): Promise<void> {
  const glasses = { ...tenant.ctx(), actor: { kind: 'device', seat_id } as const };
  const { id } = await startSession({ ...glasses, now: new Date(at) }, { role: 'trainer' });
  await completeSession(glasses, { session_id: id, status, duration_seconds });
}

async function work(made: string, done: string | undefined, assigned_to: string | null): Promise<void> {
  const ctx = tenant.ctx();
  const input = { title: 'Oil the hinge', priority: 'medium' as const, assigned_to };
  const { id } = await createTask({ ...ctx, now: new Date(made) }, input);
  if (done) await changeTask({ ...ctx, now: new Date(done) }, id, { status: 'completed' });
}

async function run(actor: Actor, at: string, input: Record<string, unknown> = { query: 'valve' }) {
  const session_context = actor.kind === 'device' ? { seat_id: actor.seat_id } : {};
  const ctx = { ...tenant.ctx(), actor, now: new Date(at) };
  await executeSkill(ctx, { skill_id: search.id, arguments: input, session_context });
}

type Figure = { name: string; value: number; href: string };

/** Minutes are a sum over sessions, so their link leads to the sessions. */
async function readFigures(page: Page): Promise<Figure[]> {
  const links = await page.getByRole('main').getByRole('link', { name: /: \d/ }).all();
  return Promise.all(
    links.map(async (link) => {
      const [name = '', value = ''] = ((await link.getAttribute('aria-label')) ?? '').split(': ');
      return { name, value: Number(value), href: (await link.getAttribute('href')) ?? '' };
    }),
  );
}

/** Returns the number of records of a list: its total, or the rows of a list without a total. */
async function countListed(page: Page, href: string): Promise<number> {
  await page.goto(world.url + href);
  await waitUntilSettled(page);
  const range = (await page.getByRole('navigation', { name: 'Pages' }).textContent()) ?? '';
  return Number(/(?:of |–)(\d+)$/.exec(range)?.[1]);
}

const VIEWS = [`${PERIOD}&by=day`, `${PERIOD}&by=week`, `${PERIOD}&by=month`, `${PERIOD}&table=people`];

for (const view of VIEWS)
  test(`Chromium lists behind each number of a report exactly the records that it counts, ${view}`, async () => {
    const page = await openDashboard(chromium, world, tenant.admin, { path: `/reports?${view}` });
    await waitUntilSettled(page);
    const figures = await readFigures(page);
    const listed = new Map<string, number>();
    for (const { href } of figures) if (!listed.has(href)) listed.set(href, await countListed(page, href));
    for (const { name, value, href } of figures) {
      if (name !== 'Minutes') assert.equal(listed.get(href), value, `${name} ${href}`);
      else
        assert.ok(
          figures.some((other) => other.name === 'Sessions' && other.href === href),
          href,
        );
    }
    const totals = figures.slice(0, 5).map(({ name, value }) => [name, value]);
    assert.deepEqual(totals, [
      ['Sessions', 4],
      ['Minutes', 15],
      ['Tasks created', 2],
      ['Tasks completed', 2],
      ['Skill runs', 2],
    ]);
  });

for (const [width, options] of Object.entries(storyLooks(WIDTHS)))
  test(`Chromium compares a report with the period before it, ${width}`, async () => {
    const page = await openDashboard(chromium, world, tenant.admin, {
      ...options,
      path: `/reports?${PERIOD}`,
    });
    await page.getByText('Compared with the previous period, Mar 28, 2025 to Mar 30, 2025.').waitFor();
    await page.getByText('+3 (+300 %) compared to 1').waitFor();
    await page.getByText('+2, none in the previous period').waitFor();
    await inspectPage(page, `reports-compared-${width}`);

    await page.goto(`${world.url}/reports?from=2025-03-28&to=2025-03-30`);
    await page.getByText('There is no data from Mar 25, 2025 to Mar 27, 2025 to compare with.').waitFor();
    assert.equal(await page.getByText('compared to').count(), 0);
    await inspectPage(page, `reports-first-period-${width}`);
  });

testDetail('Chromium opens the records behind a number by keyboard, and returns to the report', async () => {
  const page = await openDashboard(chromium, world, tenant.admin, { path: `/reports?${PERIOD}` });
  await page.getByRole('link', { name: 'Sessions: 4' }).focus();
  await page.keyboard.press('Enter');
  await page.getByRole('heading', { level: 1, name: 'Sessions' }).waitFor();
  await page.getByText('Ben Oak').first().waitFor();
  await page.goBack();
  await page.getByText('Compared with the previous period').waitFor();
});

testDetail('Chromium shows a report of an empty account without numbers to follow, in German', async () => {
  const page = await openDashboard(chromium, world, empty.admin, {
    locale: 'de-DE',
    path: `/reports?${PERIOD}`,
  });
  await page.getByText('gibt es keine Daten zum Vergleich').waitFor();
  assert.deepEqual(await readFigures(page), []);
  await inspectPage(page, 'reports-empty-de');
});
