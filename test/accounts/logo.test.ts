/* The logo of an account in every place where people see it. */
import assert from 'node:assert/strict';
import { test } from 'node:test';
import sharp from 'sharp';
import { memberOf } from '../support/memberOf.ts';
import { consoleOf } from '../../support/console.ts';
import { drawLogo, readLogo } from '../support/logos.ts';
import { adminBrowser, authorizePath, makeApp, makePkce } from '../support/oauth.ts';
import { drawPng, drawWebp } from '../support/pictures.ts';
import { openWorld } from '../support/world.ts';

const world = await openWorld();
const tenant = await world.account('Werkstatt Süd');
const neighbour = await world.account('Werkstatt Nord');
const admin = await consoleOf(world, tenant.admin);
const member = await consoleOf(world, await memberOf(tenant));
const other = await consoleOf(world, neighbour.admin);
const [red, green] = await Promise.all([drawLogo('red'), drawLogo('green', 'jpeg')]);

const logoOf = async (of: typeof admin): Promise<string | null> => (await of.get('/account/logo')).body.logo;
/** Returns the consent page of an app. */
const consent = async (of: typeof tenant) => {
  const browser = await adminBrowser(world, of);
  return (await browser.get(authorizePath(await makeApp(world, tenant), makePkce()))).text;
};

test('200 without a logo before the first upload', async () => {
  assert.equal(await logoOf(member), null);
  assert.doesNotMatch(await consent(tenant), /<img/);
  assert.equal((await admin.delete('/account/logo')).status, 404);
});

test('200 with a logo that is re-encoded, small and without metadata', async () => {
  const { status, body } = await admin.put('/account/logo', { logo: red });
  assert.equal(status, 200);
  assert.deepEqual(await readLogo(body.logo), { width: 128, height: 85, colour: 'red' });
  assert.equal(await logoOf(member), body.logo);
  const replaced = await admin.put('/account/logo', { logo: green });
  assert.equal((await readLogo(replaced.body.logo)).colour, 'green');
  assert.equal(await logoOf(member), replaced.body.logo);
  const { entries } = (await admin.get('/audit?limit=2')).body;
  assert.deepEqual(
    entries.map(({ action }: any) => action),
    ['account.logo_changed', 'account.logo_changed'],
  );
});

test('200 with a white background for a transparent picture', async () => {
  const clear = sharp({ create: { width: 9, height: 9, channels: 4, background: '#0000' } });
  const { body } = await admin.put('/account/logo', {
    logo: (await clear.png().toBuffer()).toString('base64'),
  });
  const [, base64 = ''] = body.logo.split(',');
  const drawn = await sharp(Buffer.from(base64, 'base64')).raw().toBuffer();
  assert.ok(drawn.every((value) => value > 250));
});

test('200 with the logo only in its own account', async () => {
  const logo = await logoOf(admin);
  assert.ok(logo !== null);
  assert.ok((await consent(tenant)).includes(`<img src="${logo}" alt="" />`));
  assert.equal(await logoOf(other), null);
  assert.doesNotMatch(await consent(neighbour), /<img/);
});

test('200 with the logo on printed pages', async () => {
  const logo = await logoOf(admin);
  const template_image_base64 = drawPng().toString('base64');
  const form = await (
    await tenant.api()
  ).post('/v1/api-tenant-forms', { name: 'Pump', template_image_base64 });
  const glasses = await tenant.device();
  const sent = await glasses.post('/device/v1/forms/submit', { form_id: form.body.id, answers: {} });
  const browser = await adminBrowser(world, tenant);
  const { text, headers } = await browser.get(`/forms/submission?id=${sent.body.submission_id}`);
  assert.ok(text.includes(`<img src="${logo}" alt="" /> Werkstatt Süd`), text);
  assert.match(headers.get('content-security-policy') ?? '', /img-src data:;/);
});

test('400 for a logo that is not a PNG or JPEG, is truncated, too large or too wide', async () => {
  const webp = (await drawWebp()).toString('base64');
  const png = drawPng();
  for (const [logo, message] of [
    ['', /logo/],
    ['!', /logo: is not valid base64/],
    [webp, /logo: must be a PNG or JPEG picture/],
    [Buffer.from('<svg xmlns="http://www.w3.org/2000/svg"/>').toString('base64'), /PNG or JPEG/],
    [png.subarray(0, -20).toString('base64'), /logo: is cut off before its end/],
    [drawPng(4, 4, { width: 30_000, height: 30_000 }).toString('base64'), /logo: has 30000 × 30000 pixels/],
    [drawPng(4, 4, { width: 4_000, height: 4_000 }).toString('base64'), /logo: is broken/],
    ['A'.repeat(682_672), /logo/],
  ] as const) {
    const { status, body } = await admin.put('/account/logo', { logo });
    assert.equal(status, 400, `${logo.slice(0, 20)}: ${body.message}`);
    assert.match(body.message, message);
  }
});

test('403 for an upload by a member, who can see the logo', async () => {
  assert.equal((await member.put('/account/logo', { logo: red })).status, 403);
  assert.equal((await member.delete('/account/logo')).status, 403);
});

test('200 for removing the logo', async () => {
  const { status, body } = await admin.delete('/account/logo');
  assert.deepEqual([status, body], [200, { account_id: tenant.account_id, logo: null }]);
  assert.equal(await logoOf(member), null);
});
