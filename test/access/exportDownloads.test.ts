/* Each download of the service, while another export of the account runs. A new download needs a row here. */
import assert from 'node:assert/strict';
import { test } from 'node:test';
import { acquireExportSlot, countRunningExports } from '../../src/access/exportSlots.ts';
import { SERVER_PAGES } from '../../src/service/pages.ts';
import { consoleOf } from '../../support/console.ts';
import { drawPng } from '../support/pictures.ts';
import { openWorld } from '../support/world.ts';

const world = await openWorld();
const tenant = await world.account();
const admin = await consoleOf(world, tenant.admin);
const staff = await consoleOf(world, await world.staff());
const image = drawPng(9, 9).toString('base64');
const api = await tenant.api();
const { body: form } = await api.post('/v1/api-tenant-forms', { name: 'Pump', template_image_base64: image });

type Download = { query?: string; by?: { cookie: string }; needs_slot: boolean };

/** Submissions are read page by page, so their export occupies no connection and needs no slot. */
const DOWNLOADS: Record<string, Download> = {
  '/account.tar.gz': { needs_slot: true },
  '/account-for-staff.tar.gz': { query: `?account_id=${tenant.account_id}`, by: staff, needs_slot: true },
  '/audit.csv': { needs_slot: true },
  '/reports/people.csv': { query: '?from=2026-03-01&to=2026-03-02', needs_slot: true },
  '/requests.csv': { needs_slot: true },
  '/tasks.csv': { needs_slot: true },
  '/people.csv': { needs_slot: true },
  '/seats.csv': { needs_slot: true },
  '/sessions.csv': { needs_slot: true },
  '/forms/submissions.csv': { query: `?form_id=${form.id}`, needs_slot: false },
};

test('every download of the service is listed in this test', () => {
  const paths = SERVER_PAGES.filter(({ is_download }) => is_download).map(({ path }) => path);
  assert.deepEqual(paths.toSorted(), Object.keys(DOWNLOADS).toSorted());
});

for (const [path, { query = '', by = admin, needs_slot }] of Object.entries(DOWNLOADS)) {
  test(`${needs_slot ? 429 : 200} for ${path} while another export of the account runs, then 200`, async () => {
    const save = () => world.nobody.call(`${path}${query}`, { headers: { Cookie: by.cookie } });
    const running = acquireExportSlot(tenant.account_id);
    const during = await save();
    running[Symbol.dispose]();
    assert.equal(during.status, needs_slot ? 429 : 200);
    assert.equal(during.headers.get('retry-after'), needs_slot ? '10' : null);

    assert.equal((await save()).status, 200);
    assert.equal(countRunningExports(), 0, 'the end of the download releases its slot');
  });
}
