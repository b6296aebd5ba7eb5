import assert from 'node:assert/strict';
import { test } from 'node:test';
import type { Response } from 'playwright-core';
import { createKey } from '../../src/features/keys/keys.ts';
import { eventually } from '../../support/eventually.ts';
import { openChromium } from '../support/chromium.ts';
import {
  inspectPage,
  openDashboard,
  waitUntilSettled,
  signIn,
  WIDTHS,
  storyLooks,
} from '../support/dashboard.ts';
import { endpointOf } from '../support/endpoints.ts';
import { openWorld } from '../support/world.ts';

/*
 * The tests look for elements within a part of the documentation page: the page has 50,000 nodes, so a search of the
 * whole page is slow.
 */
const FIRST_LOAD_BYTES = 150_000;

const world = await openWorld();
const chromium = await openChromium();

for (const width of Object.keys(storyLooks(WIDTHS)) as (keyof typeof WIDTHS)[])
  test(`Chromium finds a guide and an operation in the documentation by keyboard, ${width}`, async () => {
    const context = await chromium.newContext(WIDTHS[width]);
    const page = await context.newPage();
    await page.goto(`${world.url}/docs/guides`);
    if (width === 'phone') await page.getByRole('link', { name: 'Contents' }).click();
    await page.keyboard.press('/');
    await page.keyboard.type('refresh oauth');
    await page.getByRole('option', { name: 'Refresh the access token Connect with OAuth' }).waitFor();
    await inspectPage(page, `docs-search-${width}`);
    await page.keyboard.press('Enter');
    await page.waitForURL('**/docs/guides/oauth#refresh-the-access-token');
    await inspectPage(page, `docs-guide-${width}`);

    if (width === 'phone') await page.getByRole('link', { name: 'Contents' }).click();
    const field = page.getByRole('combobox', { name: 'Search' });
    await field.fill('zebra crossing');
    await page.getByText('No results for “zebra crossing”.').waitFor();
    await field.fill('change a task');
    await page.getByRole('option').first().waitFor();
    await field.press('ArrowUp');
    await field.press('ArrowDown');
    const active = page.locator(`#${await field.getAttribute('aria-activedescendant')}`);
    assert.match((await active.textContent()) ?? '', /^Change a task/);
    await field.press('Enter');
    await page.waitForURL('**/docs#patch-api-tenant-tasks');
    await context.close();
  });

test('Chromium reports that search is unavailable, and searches after it is back', async () => {
  const page = await (await chromium.newContext()).newPage();
  await page.goto(`${world.url}/docs`);
  await page.route('**/docs/search.json', (route) => route.abort());
  const field = page.getByRole('combobox', { name: 'Search' });
  await field.fill('webhook');
  await page.getByText('Search is not available.').waitFor();
  await page.unroute('**/docs/search.json');
  await field.fill('webhooks');
  await page
    .getByRole('option', { name: /^Receive webhooks/ })
    .first()
    .waitFor();
});

test('Chromium loads the reference within 150 KB, and other pages, with the fonts of the dashboard', async () => {
  const page = await (await chromium.newContext()).newPage();
  const answers: Response[] = [];
  page.on('response', (response) => answers.push(response));
  const listLetters = () =>
    page.evaluate<string[]>(
      `document.fonts.ready.then((all) => [...all].filter(({ status }) => status === 'loaded').map(({ family }) => family))`,
    );
  await page.goto(`${world.url}/docs`, { waitUntil: 'networkidle' });
  const sizes = await Promise.all(answers.map((answer) => answer.request().sizes()));
  const bytes = sizes.reduce((sum, { responseBodySize }) => sum + responseBodySize, 0);
  assert.ok(bytes > 50_000 && bytes <= FIRST_LOAD_BYTES, `${bytes} bytes`);
  assert.deepEqual(await listLetters(), ['Inter Variable']);
  await page.goto(`${world.url}/sign-in`, { waitUntil: 'networkidle' });
  assert.deepEqual(await listLetters(), ['Inter Variable']);
});

for (const width of Object.keys(storyLooks(WIDTHS)) as (keyof typeof WIDTHS)[])
  test(`Chromium sends an operation from its reference with only the typed key, ${width}`, async () => {
    const tenant = await world.account();
    const { key } = await createKey(tenant.ctx(), { name: 'Docs', scopes: ['write:tasks', 'read:tasks'] });
    const page = await openDashboard(chromium, world, tenant.admin, {
      path: '/docs#post-api-tenant-tasks',
      ...WIDTHS[width],
    });
    const part = page.locator('section.part', { has: page.locator('#post-api-tenant-tasks') });
    await part.getByText('Try it').click();
    const sent = page.waitForRequest((request) => request.method() === 'POST');
    await part.getByLabel('Key or token').fill(key);
    await part.getByLabel('Body').fill('{ "title": "From the reference" }');
    await part.getByRole('button', { name: 'Send' }).click();
    await part.getByText(/^201 Created after \d+ ms, request [0-9a-f-]{36}$/).waitFor();
    assert.match((await part.getByLabel('Answer').textContent()) ?? '', /"title": "From the reference"/);
    assert.equal((await (await sent).allHeaders())['cookie'], undefined);
    await inspectPage(
      page,
      `docs-try-${width}`,
      width === 'phone' ? '.part:has(#post-api-tenant-tasks)' : undefined,
    );

    await part.getByLabel('Body').fill('{ "title": ');
    await part.getByRole('button', { name: 'Send' }).click();
    await part.getByText(/^The body is not valid JSON: /).waitFor();
    const list = page.locator('section.part', { has: page.locator('#get-api-tenant-tasks') });
    await list.getByText('Try it').click();
    await list.getByLabel('Path').fill('/v1/api-tenant-tasks');
    await list.getByLabel('Path').press('Enter');
    await list.getByText(/^200 OK after/).waitFor();
    const kept = await page.evaluate('JSON.stringify([{ ...localStorage }, { ...sessionStorage }])');
    assert.ok(!String(kept).includes(key));
  });

for (const width of Object.keys(storyLooks(WIDTHS)) as (keyof typeof WIDTHS)[])
  test(`Chromium fills the samples of read operations with ids of the account until the user switches this off, ${width}`, async () => {
    const tenant = await world.account(`Nord ${width}`);
    const endpoint_id = await endpointOf(tenant, 'https://hooks.example.com/');
    const page = await openDashboard(chromium, world, tenant.admin, WIDTHS[width]);
    await waitUntilSettled(page);
    // Ends the requests of the previous page, so that only requests of the documentation are recorded.
    await page.goto('about:blank');
    const asked: string[] = [];
    page.on('request', (request) => asked.push(new URL(request.url()).pathname));
    const askedOfConsole = () => asked.some((path) => path.startsWith('/console/'));
    await page.goto(`${world.url}/docs#get-endpoint`);
    const textOf = (id: string) =>
      page
        .locator('section.part', { has: page.locator(`#${id}`) })
        .locator('.samples')
        .textContent();
    const countIn = async (id: string) => ((await textOf(id)) ?? '').split(endpoint_id).length - 1;
    const before = await textOf('get-endpoint');
    assert.deepEqual([await countIn('get-endpoint'), askedOfConsole()], [0, false]);

    if (width === 'phone') await page.getByRole('link', { name: 'Contents' }).click();
    const contents = page.locator('#contents');
    const choice = contents.getByLabel('Use ids of my account');
    await choice.check();
    await contents.getByText(`Samples that only read use ids of Nord ${width}.`).waitFor();
    assert.deepEqual([await countIn('get-endpoint'), await countIn('post-endpoints-pause')], [3, 0]);
    asked.length = 0;
    await page.reload();
    assert.equal(askedOfConsole(), true);
    await contents
      .getByText(`Samples that only read use ids of Nord ${width}.`)
      .waitFor({ state: 'attached' });
    assert.equal(await countIn('get-endpoint'), 3);

    for (let clicks = 0; clicks < 4; clicks++) await choice.click({ force: true });
    await contents.getByText('Samples that only read use ids of').waitFor({ state: 'attached' });
    await choice.uncheck({ force: true });
    assert.equal(await textOf('get-endpoint'), before);
    await choice.check({ force: true });
    await contents.getByText('Samples that only read use ids of').waitFor({ state: 'attached' });
    await page.context().clearCookies();
    await page.reload();
    await eventually(
      () => choice.isChecked(),
      (is_checked) => !is_checked,
    );
    asked.length = 0;
    await page.reload();
    assert.equal(askedOfConsole(), false);
    await choice.click({ force: true });
    await contents.getByText('Sign in to an account first.').waitFor({ state: 'attached' });
    assert.equal(await textOf('get-endpoint'), before);
  });

test('Chromium fills samples with ids of the current account, not of the previous one', async () => {
  const [first, second] = [await world.account('First'), await world.account('Second')];
  const ids = [
    await endpointOf(first, 'https://hooks.example.com/'),
    await endpointOf(second, 'https://hooks.example.com/'),
  ];
  const page = await openDashboard(chromium, world, first.admin, { path: '/docs#get-endpoint' });
  const countIds = async () => {
    const text = (await page.locator('main').textContent()) ?? '';
    return ids.map((id) => text.split(id).length - 1);
  };
  const contents = page.locator('#contents');
  await contents.getByLabel('Use ids of my account').check();
  await contents.getByText('Samples that only read use ids of First.').waitFor();
  const [filled = 0, foreign] = await countIds();
  assert.deepEqual([filled > 0, foreign], [true, 0]);

  await page.context().clearCookies();
  await page.context().addCookies(await signIn(world, second.admin));
  await page.reload();
  await contents.getByText('Samples that only read use ids of Second.').waitFor();
  assert.deepEqual(await countIds(), [0, filled]);
});

test('Chromium links each developer page to its guide, and the menu to the dashboard guide', async () => {
  const tenant = await world.account();
  const page = await openDashboard(chromium, world, tenant.admin);
  const GUIDES: Record<string, string> = {
    keys: 'quickstart',
    webhooks: 'webhooks',
    apps: 'oauth',
    requests: 'errors',
    seats: 'glasses',
    integrations: 'integrations',
  };
  for (const [path, guide] of Object.entries(GUIDES)) {
    await page.goto(`${world.url}/${path}`);
    const link = page.getByRole('link', { name: 'Read the guide' });
    assert.equal(await link.getAttribute('href'), `/docs/guides/${guide}`, path);
  }
  await page.getByRole('button', { name: 'Help' }).click();
  await page.getByRole('menuitem', { name: 'Dashboard guide' }).click();
  await page.getByRole('heading', { level: 1, name: 'Use the dashboard' }).waitFor();
});
