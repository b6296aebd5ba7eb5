/* A planner imports CSV files: mapping, preview, dry run, errors line by line, duplicates, a lost connection. */
import assert from 'node:assert/strict';
import { readFile } from 'node:fs/promises';
import { test } from 'node:test';
import type { Locator, Page } from 'playwright-core';
import { consoleOf } from '../../support/console.ts';
import { eventually } from '../../support/eventually.ts';
import { openChromium } from '../support/chromium.ts';
import {
  clearPageErrors,
  inspectPage,
  openDashboard,
  takeScreenshot,
  storyLooks,
  testDetail,
  WIDTHS,
} from '../support/dashboard.ts';
import { openWorld } from '../support/world.ts';

const world = await openWorld({ sends_mail: false });
const chromium = await openChromium();

const csv = (name: string, content: string | Buffer) => ({
  name,
  mimeType: 'text/csv',
  buffer: Buffer.from(content),
});

async function choose(page: Page, dialog: Locator, file: ReturnType<typeof csv>): Promise<void> {
  const choosing = page.waitForEvent('filechooser');
  await dialog.getByRole('button', { name: 'Choose a CSV file' }).click();
  await (await choosing).setFiles(file);
}

async function openImport(page: Page, title: string): Promise<Locator> {
  await page.getByRole('button', { name: 'Import CSV' }).click();
  const dialog = page.getByRole('dialog', { name: title });
  await dialog.getByText('or drop it here').waitFor();
  return dialog;
}

async function countTasks(account_id: string): Promise<number> {
  const [found] = await world.db<[{ count: number }]>`
    select count(*)::int as count
    from tasks
    where account_id = ${account_id}`;
  return found.count;
}

for (const [width, options] of Object.entries(storyLooks(WIDTHS)))
  test(`Chromium imports tasks from a spreadsheet file, ${width}`, async () => {
    const tenant = await world.account();
    const stranger = await world.account();
    const bo = await tenant.user('Bo Builder');
    const admin = await consoleOf(world, tenant.admin);
    const { email } = (await admin.get(`/person?user_id=${bo}`)).body;
    await admin.post('/tasks', { title: 'Old title', external_id: 'WO-1' });
    const page = await openDashboard(chromium, world, tenant.admin, { path: '/tasks', ...options });
    const dialog = await openImport(page, 'Import tasks');
    await inspectPage(page, `import-file-${width}`);
    await choose(page, dialog, csv('tasks.xlsx', 'PK'));
    await dialog.getByText(/^Must be/).waitFor();
    await choose(page, dialog, csv('tasks.csv', Buffer.from('PK\u0003\u0004')));
    await dialog.getByText(/^This is not a CSV file/).waitFor();
    await inspectPage(page, `import-wrong-${width}`);
    const lines = [
      '\uFEFFAuftragsnummer;Betreff;Beschreibung;Zustand;Priorität;Fällig am;Zuständig',
      `WO-1;New title;"First\n- second";Erledigt;Hoch;02.03.2031;${email}`,
      `WO-2;"'=1+1";;offen;dringend;;`,
      `WO-3;Foreign assignee;;;;;${stranger.admin.email}`,
      'WO-4;No such status;;lost;;;',
      'WO-2;Repeated;;;;;',
      `WO-5;<img src=x onerror=alert(1)>;;;;;`,
    ];
    await choose(page, dialog, csv('Aufträge.csv', lines.join('\r\n')));
    await dialog.getByText('6 rows in Aufträge.csv').waitFor();
    assert.equal(await dialog.getByLabel('Due').inputValue(), '5');
    await dialog.getByRole('cell', { name: '=1+1', exact: true }).waitFor();
    await dialog.getByRole('cell', { name: '2031-03-02 23:59' }).waitFor();
    await dialog.getByLabel('Records that exist').selectOption('Update them');
    await inspectPage(page, `import-mapping-${width}`);
    await dialog.getByRole('button', { name: 'Check rows' }).click();
    await dialog.getByText('Checked. Nothing has been imported yet.').waitFor();
    await dialog.getByText('2 new, 1 updated').waitFor();
    await dialog.getByText('3 rows are not imported').waitFor();
    await dialog.getByText('Names the same record as row 3').waitFor();
    await dialog.getByText('must be an active user of this account').waitFor();
    await inspectPage(page, `import-checked-${width}`);
    assert.equal(await countTasks(tenant.account_id), 1);
    const downloading = page.waitForEvent('download');
    await dialog.getByRole('button', { name: 'Download these rows' }).click();
    const download = await downloading;
    assert.equal(download.suggestedFilename(), 'Aufträge-errors.csv');
    assert.match(await readFile(await download.path(), 'utf8'), /\r\n5,[^\r\n]+WO-4,No such status,,lost/);
    await dialog.getByRole('button', { name: 'Start the import' }).click();
    await dialog.getByText('Import finished').waitFor();
    await inspectPage(page, `import-report-${width}`);
    await dialog.getByRole('button', { name: 'Close' }).last().click();
    await dialog.waitFor({ state: 'detached' });
    await page.getByLabel('Tasks', { exact: true }).getByText('=1+1').waitFor();
    const { tasks } = (await admin.get('/tasks?external_id=WO-1')).body;
    const [task] = tasks;
    assert.deepEqual(
      [task.title, task.description, task.status, task.priority, task.due_date.slice(0, 10)],
      ['New title', 'First\n- second', 'completed', 'high', '2031-03-02'],
    );
    assert.equal(await countTasks(tenant.account_id), 3);
    assert.equal(await countTasks(stranger.account_id), 0);
  });

testDetail('Chromium imports 10,000 tasks, continues after a lost connection and stops', async () => {
  const tenant = await world.account();
  const page = await openDashboard(chromium, world, tenant.admin);
  await page.getByRole('link', { name: 'Tasks', exact: true }).first().click();
  await page.getByText('No tasks yet').waitFor();
  let batches = 0;
  let breaks = 4;
  let release = () => {};
  await page.route(/\/tasks\/import$/, async (route) => {
    if (route.request().postDataJSON().dry_run === true) return route.continue();
    batches += 1;
    if (batches === breaks) {
      // The service commits the batch, but its response is lost.
      await route.fetch();
      return route.abort();
    }
    if (batches === 20) await new Promise<void>((resolve) => (release = resolve));
    return route.continue();
  });
  const dialog = await openImport(page, 'Import tasks');
  const rows = Array.from({ length: 10_000 }, (_, at) => `Inspect pump ${at + 1}`);
  await choose(page, dialog, csv('pumps.csv', ['title', ...rows].join('\n')));
  await dialog.getByText('10,000 rows in pumps.csv').waitFor();
  await dialog.getByRole('button', { name: 'Check rows' }).click();
  await dialog.getByRole('button', { name: 'Start the import' }).click({ timeout: 120_000 });
  await dialog.getByText('There is no connection to the service.').waitFor();
  await dialog.getByText('300 new. 9,700 rows are left.').waitFor();
  clearPageErrors(page);
  await inspectPage(page, 'import-lost');
  assert.equal(await countTasks(tenant.account_id), 400);
  breaks = 0;
  await dialog.getByRole('button', { name: 'Continue' }).click();
  await dialog.getByText('1,800 of 10,000').waitFor();
  await takeScreenshot(page, 'import-running');
  await page.evaluate('history.back()');
  const leaving = page.getByRole('dialog', { name: 'Stop the import?' });
  await leaving.getByRole('button', { name: 'Cancel' }).click();
  await leaving.waitFor({ state: 'detached' });
  await dialog.getByRole('button', { name: 'Stop' }).click();
  release();
  await dialog.getByText('1,900 new. 8,100 rows are left.').waitFor();
  assert.equal(await countTasks(tenant.account_id), 1_900);
  await dialog.getByRole('button', { name: 'Continue' }).click();
  await dialog.getByText('10,000 new').waitFor({ timeout: 120_000 });
  assert.equal(await countTasks(tenant.account_id), 10_000);
  clearPageErrors(page);
});

testDetail(
  'Chromium imports an export of another account unchanged, and a second time without duplicates',
  async () => {
    const from = await consoleOf(world, (await world.account()).admin);
    const titles = ['=HYPERLINK("https://evil.example")', "'=1", '-5 °C; +3', 'Plain, "quoted"\n@next'];
    for (const [at, title] of titles.entries())
      await from.post('/tasks', { title, external_id: `=WO-${at}` });
    const exported = await world.nobody.call('/tasks.csv', { headers: { Cookie: from.cookie } });
    const tenant = await world.account();
    const admin = await consoleOf(world, tenant.admin);
    const page = await openDashboard(chromium, world, tenant.admin, { path: '/tasks' });
    for (const says of ['4 new', '4 unchanged']) {
      const dialog = await openImport(page, 'Import tasks');
      await choose(page, dialog, csv('tasks.csv', exported.text));
      await dialog.getByRole('button', { name: 'Check rows' }).click();
      await dialog.getByText(says).waitFor();
      await dialog.getByRole('button', { name: 'Start the import' }).click();
      await dialog.getByText('Import finished').waitFor();
      await dialog.getByText(says).waitFor();
      await dialog.getByRole('button', { name: 'Close' }).last().click();
      await dialog.waitFor({ state: 'detached' });
    }
    const { tasks } = (await admin.get('/tasks?limit=10')).body;
    assert.deepEqual(tasks.map(({ title }: { title: string }) => title).toSorted(), titles.toSorted());
  },
);

testDetail('Chromium asks before an import is discarded, and stops it when the page is closed', async () => {
  const tenant = await world.account();
  const page = await openDashboard(chromium, world, tenant.admin, { path: '/tasks' });
  const dialog = await openImport(page, 'Import tasks');
  await choose(page, dialog, csv('tasks.csv', ['title', ...Array(250).fill('Oil the press')].join('\n')));
  await dialog.getByRole('button', { name: 'Check rows' }).waitFor();
  await page.keyboard.press('Escape');
  const asked = page.getByRole('dialog', { name: 'Discard the import?' });
  await inspectPage(page, 'import-discard');
  await asked.getByRole('button', { name: 'Cancel' }).click();
  await asked.waitFor({ state: 'detached' });
  let seen = () => {};
  const secondBatch = new Promise<void>((resolve) => (seen = resolve));
  let batches = 0;
  await page.route(/\/tasks\/import$/, async (route) => {
    if (route.request().postDataJSON().dry_run === true) return route.continue();
    batches += 1;
    if (batches === 1) return route.continue();
    seen();
  });
  await dialog.getByRole('button', { name: 'Check rows' }).click();
  await dialog.getByRole('button', { name: 'Start the import' }).click();
  await secondBatch;
  await page.close();
  assert.equal(await countTasks(tenant.account_id), 100);
});

testDetail('Chromium imports seats by keyboard alone', async () => {
  const tenant = await world.account();
  const admin = await consoleOf(world, tenant.admin);
  const page = await openDashboard(chromium, world, tenant.admin, { path: '/seats' });
  await page.getByRole('button', { name: 'Import CSV' }).focus();
  await page.keyboard.press('Enter');
  const dialog = page.getByRole('dialog', { name: 'Import seats' });
  await eventually(
    () => page.evaluate<string>('document.activeElement.textContent'),
    (text) => text === 'Choose a CSV file',
  );
  const choosing = page.waitForEvent('filechooser');
  await dialog.getByRole('button', { name: 'Choose a CSV file' }).press('Enter');
  const file = `Brille;Rolle;Person email\nPress 1;Trainer und Trainee;${tenant.admin.email}\nPress 2;pilot;\n`;
  await (await choosing).setFiles(csv('seats.csv', file));
  await dialog.getByText('2 rows in seats.csv').waitFor();
  await pressUntil(page, 'Check rows');
  await page.keyboard.press('Enter');
  await dialog.getByText('Roles: must be trainer, trainee or both').waitFor();
  await pressUntil(page, 'Start the import');
  await page.keyboard.press('Enter');
  await dialog.getByText('Import finished').waitFor();
  await pressUntil(page, 'Close');
  await page.keyboard.press('Enter');
  await dialog.waitFor({ state: 'detached' });
  const { seats } = (await admin.get('/seats?search=Press')).body;
  assert.deepEqual(
    seats.map(({ roles, user }: { roles: string[]; user: { name: string } }) => [roles, user.name]),
    [[['trainer', 'trainee'], 'Ada Admin']],
  );
});

testDetail('Chromium imports people in German, and invites each only once', async () => {
  const tenant = await world.account();
  const admin = await consoleOf(world, tenant.admin);
  const options = { path: '/people', locale: 'de-DE', ...WIDTHS.phone };
  const page = await openDashboard(chromium, world, tenant.admin, options);
  await page.getByRole('button', { name: 'CSV importieren' }).click();
  const dialog = page.getByRole('dialog', { name: 'Personen importieren' });
  const choosing = page.waitForEvent('filechooser');
  await dialog.getByRole('button', { name: 'CSV-Datei auswählen' }).click();
  const lines = [
    'Name;E-Mail-Adresse;Zugang;Brille;Rolle',
    'Jörg Vogel;joerg@import.example;Mitglied;Brille 4;Trainer',
    'Ada;kein-konto;;;',
    `Ada Admin;${tenant.admin.email};Admin;;`,
  ];
  await (await choosing).setFiles(csv('personen.csv', Buffer.from(lines.join('\n'), 'latin1')));
  await dialog.getByText('3 Zeilen in personen.csv').waitFor();
  await inspectPage(page, 'import-people-de');
  await dialog.getByRole('button', { name: 'Zeilen prüfen' }).click();
  await dialog.getByText('1 neu, 1 unverändert').waitFor();
  await inspectPage(page, 'import-people-checked-de');
  await dialog.getByRole('button', { name: 'Import starten' }).click();
  await dialog.getByText('Import beendet').waitFor();
  const { people } = (await admin.get('/people?search=joerg')).body;
  assert.deepEqual(
    people.map((person: { seat: { device_name: string }; standing: string }) => [
      person.seat.device_name,
      person.standing,
    ]),
    [['Brille 4', 'invited']],
  );
  await page.keyboard.press('Escape');
  await inspectPage(page, 'import-people-report-de');
  const downloading = page.waitForEvent('download');
  await dialog.getByRole('button', { name: '1 Link herunterladen' }).click();
  const links = await readFile(await (await downloading).path(), 'utf8');
  const [, name, link = ''] = links.match(/\njoerg@import\.example,([^,]+),(\S+)\r\n/) ?? [];
  assert.equal(name, 'Jörg Vogel');
  assert.equal((await fetch(link)).status, 200);
  await dialog.getByRole('button', { name: 'Schließen' }).click();
  await dialog.waitFor({ state: 'detached' });
});

const MOST_STOPS = 40;

async function pressUntil(page: Page, name: string): Promise<void> {
  for (let stops = 0; stops < MOST_STOPS; stops += 1) {
    await page.keyboard.press('Tab');
    const focused = 'document.activeElement.textContent || document.activeElement.ariaLabel';
    if ((await page.evaluate<string>(focused)) === name) return;
  }
  assert.fail(`no way by Tab to ${name}`);
}
