/* Pages while the service fails: what they show, and how they recover automatically. */
import assert from 'node:assert/strict';
import { test } from 'node:test';
import type { BrowserContextOptions, Page } from 'playwright-core';
import { openChromium } from '../support/chromium.ts';
import {
  findSeriousAxeFindings,
  clearPageErrors,
  inspectPage,
  openDashboard,
  takeScreenshot,
  waitUntilSettled,
  signIn,
  WIDTHS,
  storyLooks,
} from '../support/dashboard.ts';
import { chooseFilter, openFilters } from '../support/listFilters.ts';
import { openWorld } from '../support/world.ts';
import { openBreakableService } from './support/breakable.ts';

const world = await openWorld();
const tenant = await world.account();
const api = await tenant.api();
await api.post('/v1/api-tenant-tasks', { title: 'Oil the hinge' });
const service = await openBreakableService(world);
const chromium = await openChromium();

async function openTasks(url: string, options: BrowserContextOptions): Promise<Page> {
  const page = await openDashboard(chromium, { ...world, url }, tenant.admin, { path: '/tasks', ...options });
  await rowOf(page).waitFor();
  await waitUntilSettled(page);
  return page;
}

async function countTasks(title: string): Promise<number> {
  const found = await world.db`
    select 1
    from tasks
    where account_id = ${tenant.account_id}
      and title = ${title}`;
  return found.length;
}

function rowOf(page: Page) {
  return page.getByLabel('Tasks', { exact: true }).getByText('Oil the hinge');
}

function noticeOf(page: Page, text: string) {
  return page.getByRole('status').filter({ hasText: text });
}

for (const [width, options] of Object.entries(storyLooks(WIDTHS))) {
  test(`Chromium keeps typed input while the service is stopped, and submits it afterwards, ${width}`, async () => {
    const page = await openTasks(service.url, options);
    await page.getByRole('button', { name: 'New task' }).first().click();
    const title = page.getByRole('dialog').getByLabel('Title');
    await title.fill(`Written without a service, ${width}`);
    await service.stop();
    await page.getByRole('dialog').getByRole('button', { name: 'Create' }).click();
    await page.getByRole('alert').getByText('no connection to the service').waitFor();
    await noticeOf(page, 'No connection to the service. Trying again').waitFor();
    await takeScreenshot(page, `failure-stopped-${width}`);
    assert.equal(await title.inputValue(), `Written without a service, ${width}`);

    await service.start();
    await noticeOf(page, 'No connection').waitFor({ state: 'detached' });
    await page.getByRole('dialog').getByRole('button', { name: 'Create' }).click();
    await page.getByRole('dialog').getByText('Do this with the API').waitFor();
    await page.getByRole('dialog').getByRole('button', { name: 'Close' }).click();
    await page.getByText(`Written without a service, ${width}`).first().waitFor();
    clearPageErrors(page);
    await inspectPage(page, `failure-back-${width}`);
  });

  test(`Chromium shows placeholders while the scripts of a page load, ${width}`, async () => {
    const page = await openTasks(service.url, options);
    const scripts = Promise.withResolvers<void>();
    await page.route('**/assets/*.js', async (route) => {
      await scripts.promise;
      await route.continue();
    });
    await page.goto(`${service.url}/tasks`, { waitUntil: 'commit' });
    const mark = page.locator('#root > .frame svg');
    await mark.waitFor();
    await takeScreenshot(page, `failure-no-scripts-${width}`);
    scripts.resolve();
    await rowOf(page).waitFor();
    assert.equal(await mark.count(), 0);
    await inspectPage(page, `failure-scripts-${width}`);
  });

  test(`Chromium creates one task after a lost response and a second click, ${width}`, async () => {
    const page = await openTasks(service.held_url, options);
    const titled = `Made once, ${width}`;
    await page.getByRole('button', { name: 'New task' }).first().click();
    await page.getByRole('dialog').getByLabel('Title').fill(titled);
    service.loseAnswers('POST /console/v1/tasks ');
    await page.getByRole('dialog').getByRole('button', { name: 'Create' }).click();
    await page.getByRole('alert').getByText('is saved only once').waitFor();
    await takeScreenshot(page, `failure-lost-answer-${width}`);
    assert.ok(service.keepAnswers() > 0);
    assert.equal(await countTasks(titled), 1, 'the control: it was made, and the page does not know');
    await page.getByRole('dialog').getByRole('button', { name: 'Create' }).click();
    await page.getByRole('dialog').getByText('Do this with the API').waitFor();
    assert.equal(await countTasks(titled), 1);
    await page.getByRole('dialog').getByRole('button', { name: 'Close' }).click();
    await page.getByLabel('Tasks', { exact: true }).getByText(titled).waitFor();
    clearPageErrors(page);
    await inspectPage(page, `failure-once-${width}`);
  });

  test(`Chromium reports that the earlier version of a form was saved, ${width}`, async () => {
    const page = await openTasks(service.held_url, options);
    await page.getByRole('button', { name: 'New task' }).first().click();
    const title = page.getByRole('dialog').getByLabel('Title');
    await title.fill(`Sent first, ${width}`);
    service.loseAnswers('POST /console/v1/tasks ');
    await page.getByRole('dialog').getByRole('button', { name: 'Create' }).click();
    await page.getByRole('alert').getByText('is saved only once').waitFor();
    service.keepAnswers();
    await title.fill(`Sent then, ${width}`);
    await page.getByRole('dialog').getByRole('button', { name: 'Create' }).click();
    await page.getByRole('alert').getByText('Your earlier input was already saved').waitFor();
    await takeScreenshot(page, `failure-saved-before-${width}`);
    assert.deepEqual(
      [await countTasks(`Sent first, ${width}`), await countTasks(`Sent then, ${width}`)],
      [1, 0],
    );
    clearPageErrors(page);
  });

  test(`Chromium shows no row under another filter while the service hangs, ${width}`, async (t) => {
    t.after(() => service.release());
    const page = await openTasks(service.held_url, options);
    // The code of the filter panel is loaded shortly after the page.
    await openFilters(page);
    await page.keyboard.press('Escape');
    service.hold();
    await chooseFilter(page, 'Status', 'Completed');
    await rowOf(page).waitFor({ state: 'detached' });
    await page.getByText('Still loading').waitFor();
    await takeScreenshot(page, `failure-slow-${width}`);
    await noticeOf(page, 'The service is not responding. Trying again').waitFor();
    await takeScreenshot(page, `failure-silent-${width}`);
    service.release();
    await page.getByText('No results for these filters').waitFor();
    await noticeOf(page, 'The service is not responding').waitFor({ state: 'detached' });
    clearPageErrors(page);
    await inspectPage(page, `failure-answers-${width}`);
  });

  test(`Chromium reports a failure of the service, and loads the data after recovery, ${width}`, async () => {
    const page = await openTasks(service.url, options);
    await world.db`alter table tasks rename to tasks_elsewhere`;
    try {
      await chooseFilter(page, 'Status', 'Open');
      await page.getByRole('alert').getByText('The service has a problem').waitFor();
      await takeScreenshot(page, `failure-500-${width}`);
      assert.deepEqual(await findSeriousAxeFindings(page), []);
    } finally {
      await world.db`alter table tasks_elsewhere rename to tasks`;
    }
    await rowOf(page).waitFor();
    clearPageErrors(page);
    await inspectPage(page, `failure-500-over-${width}`);
  });
}

test('Chromium keeps shown data while the database is unavailable, marks it as possibly outdated, and reloads it', async () => {
  const page = await openTasks(service.url, WIDTHS.desktop);
  await service.database.refuse();
  try {
    await page.getByText('The data on this page may be outdated').waitFor();
    assert.equal(await rowOf(page).count(), 1);
    await takeScreenshot(page, 'failure-old');
    await page.getByRole('link', { name: 'Sessions' }).click();
    await page.getByRole('alert').getByText('The service is busy', { exact: true }).waitFor();
  } finally {
    await service.database.forward();
  }
  await page.getByText('No sessions yet').waitFor();
  await page.getByText('The data on this page may be outdated').waitFor({ state: 'detached' });
});

test('Chromium offers a new version, and loads it with the next page', async () => {
  const page = await openTasks(service.url, WIDTHS.phone);
  await page.route('**/console/v1/**', async (route) => {
    const response = await route.fetch();
    await route.fulfill({ response, headers: { ...response.headers(), 'x-dashboard-build': 'another' } });
  });
  await page.getByText('A new version is available').waitFor();
  await inspectPage(page, 'failure-version');
  await page.evaluate('window.isOldPage = true');
  await page.getByRole('button', { name: 'Reload' }).click();
  await page.waitForFunction('window.isOldPage === undefined');
  await page.getByText('A new version is available').waitFor();
  await page.evaluate('window.isOldPage = true');
  await page.getByRole('button', { name: 'Navigation', exact: true }).click();
  await page.getByRole('link', { name: 'Sessions' }).click();
  await page.waitForFunction('window.isOldPage === undefined');
  await page.getByRole('heading', { name: 'Sessions', level: 1 }).waitFor();
  await page.unrouteAll({ behavior: 'ignoreErrors' });
});

test('Chromium reloads the page at the same address if an upgrade removed its code', async () => {
  const page = await openTasks(service.url, WIDTHS.desktop);
  const loaded = await takeAwayKeys(page);
  // The click moves no pointer, because hovering over the link would preload the code.
  await page.getByRole('link', { name: 'API keys' }).dispatchEvent('click');
  await page.getByRole('heading', { name: 'API keys', level: 1 }).waitFor();
  assert.deepEqual(loaded, ['/keys']);
  assert.equal(new URL(page.url()).pathname, '/keys');
});

test('Chromium does not reload for a hovered link', async () => {
  const page = await openTasks(service.url, WIDTHS.desktop);
  const loaded = await takeAwayKeys(page);
  const looked = page.waitForResponse('**/healthz');
  await page.getByRole('link', { name: 'API keys' }).hover();
  await (await looked).finished();
  await page.getByRole('link', { name: 'API keys' }).click();
  await page.getByRole('heading', { name: 'API keys', level: 1 }).waitFor();
  assert.deepEqual(loaded, ['/keys']);
});

/**
 * Removes the code of the API keys page for the open document, but not for a new document. Returns the documents
 * that were loaded.
 */
async function takeAwayKeys(page: Page): Promise<string[]> {
  const loaded: string[] = [];
  page.on('request', (request) => {
    if (request.isNavigationRequest()) loaded.push(new URL(request.url()).pathname);
  });
  await page.route('**/assets/KeysPage-*.js', (route) =>
    loaded.length === 0 ? route.fulfill({ status: 404 }) : route.continue(),
  );
  return loaded;
}

test('Chromium retries loading the code of a page until the service is back', async () => {
  const page = await openTasks(service.url, WIDTHS.desktop);
  await service.stop();
  await page.getByRole('link', { name: 'Reports' }).click();
  await noticeOf(page, 'No connection to the service. Trying again').waitFor();
  await service.start();
  await page.getByRole('heading', { name: 'Reports', level: 1 }).waitFor();
});

test('Chromium keeps a form after a sign-out elsewhere, and submits it after a new sign-in', async () => {
  const page = await openTasks(service.url, WIDTHS.desktop);
  await page.getByRole('button', { name: 'New task' }).first().click();
  const dialog = page.getByRole('dialog');
  await dialog.getByLabel('Title').fill('Written while signed out');
  await page.context().clearCookies();
  await page.getByText('You are signed out.').waitFor();
  await dialog.getByRole('button', { name: 'Create' }).click();
  await dialog.getByText('You are signed out, so your changes were not saved').waitFor();
  await takeScreenshot(page, 'failure-signed-out');

  await page.context().addCookies(await signIn({ ...world, url: service.url }, tenant.admin));
  await page.getByText('You are signed out.').waitFor({ state: 'detached' });
  await dialog.getByRole('button', { name: 'Create' }).click();
  await dialog.getByText('Do this with the API').waitFor();
});

test('Chromium reports that it is offline, and continues when the network is back', async () => {
  const page = await openTasks(service.url, WIDTHS.phone);
  await page.context().setOffline(true);
  await page.getByText('You are offline').waitFor();
  await takeScreenshot(page, 'failure-offline');
  await page.context().setOffline(false);
  await page.getByText('You are offline').waitFor({ state: 'detached' });
  clearPageErrors(page);
  await inspectPage(page, 'failure-online');
});
