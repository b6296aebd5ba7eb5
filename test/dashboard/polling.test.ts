import assert from 'node:assert/strict';
import { test } from 'node:test';
import type { Locator, Page } from 'playwright-core';
import { createUser } from '../../src/features/users/users.ts';
import { openChromium } from '../support/chromium.ts';
import { consoleOf, type Person } from '../../support/console.ts';
import { openDashboard, waitForPolls, waitUntilSettled, stopClock } from '../support/dashboard.ts';
import { eventually } from '../../support/eventually.ts';
import { openWorld } from '../support/world.ts';

const world = await openWorld();
const tenant = await world.account();
const admin = await consoleOf(world, tenant.admin);
const endpoint = { url: 'https://93.184.215.14/hook', events: ['task.created'] };
const { id } = (await admin.post('/endpoints', endpoint)).body;
const chromium = await openChromium();

/** How long the page stays hidden: more than two polling intervals of deliveries (2.5 s each). */
const HIDDEN_MS = 6_500;

test('Chromium polls live data while the page is visible, and nothing while it is hidden', async () => {
  const page = await openDashboard(chromium, world, tenant.admin, { path: `/webhooks/${id}` });
  await page.getByText('No deliveries yet', { exact: true }).waitFor();
  await waitUntilSettled(page);
  const asked: string[] = [];
  page.on('request', (request) => asked.push(new URL(request.url()).pathname));

  await askTwice(asked);

  await show(page, 'hidden');
  await waitUntilSettled(page);
  asked.length = 0;
  await page.waitForTimeout(HIDDEN_MS);
  assert.deepEqual(asked, []);

  await show(page, 'visible');
  await askTwice(asked);
});

async function askTwice(asked: readonly string[]): Promise<void> {
  await eventually(
    () => count(asked, '/console/v1/deliveries'),
    (times) => times >= 2,
  );
}

const VERSIONS = '/console/v1/versions';
const TASKS = '/console/v1/tasks';
const PASSWORD = 'correct horse battery';

/** Creates an account with a task. */
async function openTeam() {
  const team = await world.account();
  const { body: task } = await (
    await consoleOf(world, team.admin)
  ).post('/tasks', { title: 'Oil the hinge' });
  return { team, task };
}

/** Opens the board for two users of one account. */
async function openBoards(prepare: (page: Page) => Promise<unknown> = async () => {}) {
  const { team, task } = await openTeam();
  const member = { email: `bo-${team.account_id}@example.com`, password: PASSWORD };
  await createUser(team.ctx(), { ...member, full_name: 'Bo Builder', is_admin: false });
  const open = async (person: Person) => {
    const page = await openDashboard(chromium, world, person);
    await prepare(page);
    await page.goto(`${world.url}/tasks?view=board`);
    await cardIn(page, 'Open').waitFor();
    await waitUntilSettled(page);
    return page;
  };
  return { team, task, ada: await open(team.admin), bo: await open(member) };
}

function cardIn(page: Page, status: string): Locator {
  const lane = page.getByRole('region', { name: status, exact: true });
  return lane.getByRole('listitem').filter({ hasText: 'Oil the hinge' });
}

async function moveByMenu(page: Page, from: string, to: string): Promise<void> {
  await cardIn(page, from)
    .getByRole('button', { name: /status of Oil the hinge/ })
    .click();
  await page.getByRole('menuitem', { name: to }).click();
}

function watchPaths(page: Page): string[] {
  const paths: string[] = [];
  page.on('request', (request) => paths.push(new URL(request.url()).pathname));
  return paths;
}

// The page also refetches all lists at an interval; with a stopped clock that refetch never happens, so only
// the versions can cause one.
test("Chromium shows two users of one board each other's moves, with one refetch of the lanes", async () => {
  const { ada, bo, task } = await openBoards(stopClock);
  await waitForPolls(bo, 3);
  const paths = watchPaths(bo);
  await moveByMenu(ada, 'Open', 'In progress');
  await cardIn(bo, 'In progress').waitFor();
  await cardIn(bo, 'Open').waitFor({ state: 'detached' });
  assert.ok(count(paths, TASKS) <= 4, `four lanes: ${paths.join(' ')}`);

  await bo.getByRole('button', { name: /status of Oil the hinge/ }).click();
  const menu = bo.getByRole('menuitem', { name: 'Completed' });
  await menu.waitFor();
  await moveByMenu(ada, 'In progress', 'Open');
  await waitForPolls(bo, 4);
  assert.equal(await menu.isVisible(), true, 'the menu stays open, and its card where it is');
  assert.equal(await cardIn(bo, 'In progress').count(), 1);
  await bo.keyboard.press('Escape');
  await cardIn(bo, 'Open').waitFor();

  await bo.goto(`${world.url}/tasks?view=board&task=${task.id}`);
  await bo.getByRole('dialog').getByRole('button', { name: 'Edit' }).click();
  const title = bo.getByRole('dialog', { name: 'Edit task' }).getByRole('textbox', { name: 'Title' });
  await title.fill('Oil the hinge twice');
  await moveByMenu(ada, 'Open', 'Completed');
  await bo
    .getByRole('region', { name: 'Completed', includeHidden: true })
    .getByText('Oil the hinge')
    .waitFor({ state: 'attached' });
  assert.equal(await title.inputValue(), 'Oil the hinge twice');

  await show(bo, 'hidden');
  await waitUntilSettled(bo);
  paths.length = 0;
  await waitForPolls(ada, 3);
  assert.deepEqual(paths, []);
});

test('Chromium shows a move between loading the lanes and reading the first version', async () => {
  const { team, task } = await openTeam();
  const page = await openDashboard(chromium, world, team.admin);
  const told = Promise.withResolvers<void>();
  await stopClock(page);
  await page.route(`**${VERSIONS}`, async (route) => {
    await told.promise;
    await route.continue();
  });
  await page.goto(`${world.url}/tasks?view=board`);
  await cardIn(page, 'Open').waitFor();
  const { status } = await (
    await consoleOf(world, team.admin)
  ).patch(`/tasks?task_id=${task.id}`, { status: 'in_progress' });
  assert.equal(status, 200);
  told.resolve();
  await cardIn(page, 'In progress').waitFor();
  await page.unrouteAll({ behavior: 'ignoreErrors' });
});

test('Chromium waits at most ten seconds for a running mutation before the next poll', async () => {
  const { ada, bo, task } = await openBoards(stopClock);
  const saved = Promise.withResolvers<void>();
  await bo.route(`**${TASKS}?*`, async (route) => {
    if (route.request().method() === 'PATCH') saved.resolve();
    else await route.fallback();
  });
  await bo.goto(`${world.url}/tasks?view=board&task=${task.id}`);
  await bo.getByRole('dialog').getByRole('button', { name: 'Edit' }).click();
  const edit = bo.getByRole('dialog', { name: 'Edit task' });
  await edit.getByRole('textbox', { name: 'Title' }).fill('Oil the hinge twice');
  // The clock stands still, so that the mutation does not age during the test.
  await bo.evaluate('{ const at = Date.now(); Date.now = () => at; }');
  await edit.getByRole('button', { name: 'Save' }).click();
  await saved.promise;

  await moveByMenu(ada, 'Open', 'In progress');
  await cardIn(ada, 'In progress').waitFor();
  const paths = watchPaths(bo);
  await waitForPolls(bo, 3);
  assert.equal(count(paths, TASKS), 0);
  await bo.evaluate('{ const now = Date.now; Date.now = () => now() + 10_000; }');
  await eventually(
    () => count(paths, TASKS),
    (times) => times > 0,
  );
  await bo.unrouteAll({ behavior: 'ignoreErrors' });
});

test('control: without versions, Chromium does not show moves of other users', async () => {
  const { ada, bo } = await openBoards(async (page) => {
    await stopClock(page);
    await page.route(`**${VERSIONS}`, (route) =>
      route.fulfill({ json: { tasks: '', sessions: '', documents: '' } }),
    );
  });
  await moveByMenu(ada, 'Open', 'In progress');
  await cardIn(ada, 'In progress').waitFor();
  await waitForPolls(bo, 4);
  assert.equal(await cardIn(bo, 'Open').count(), 1);
  for (const page of [ada, bo]) await page.unrouteAll({ behavior: 'ignoreErrors' });
});

test('Chromium redirects a signed-out user to the sign-in page', async () => {
  const { team, bo } = await openBoards();
  await world.db`delete from browser_sessions where account_id = ${team.account_id}`;
  await bo.getByRole('heading', { name: 'Sign in' }).waitFor();
  assert.match(bo.url(), /\/sign-in\?next=/);
});

function count(paths: readonly string[], path: string): number {
  return paths.filter((each) => each === path).length;
}

/** Headless Chromium reports every page as visible, so the test sets the visibility. */
async function show(page: Page, state: 'hidden' | 'visible'): Promise<void> {
  await page.evaluate(`
    Object.defineProperty(document, 'visibilityState', { configurable: true, value: '${state}' });
    Object.defineProperty(document, 'hidden', { configurable: true, value: ${state === 'hidden'} });
    document.dispatchEvent(new Event('visibilitychange', { bubbles: true }));`);
}
