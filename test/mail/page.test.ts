/* The HTML part of a mail: equal text, nothing loaded from other hosts, and no value interpreted as HTML. */
import assert from 'node:assert/strict';
import { mkdtemp, readdir, readFile, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { after, test } from 'node:test';
import { createLog } from '../../src/lib/log.ts';
import { fileMailer } from '../../src/lib/mail/mailer.ts';
import { consoleOf } from '../../support/console.ts';
import { openChromium } from '../support/chromium.ts';
import { PUBLIC_URL, deliverMails } from '../support/sentMails.ts';
import { openWorld } from '../support/world.ts';

const NAME = 'Zoë <img src="https://evil.example/x.png"> & Co';
const world = await openWorld();
const admin = await consoleOf(world, (await world.account('Werkstatt Süd')).admin);
const folder = await mkdtemp(join(tmpdir(), 'mail-page-'));
after(() => rm(folder, { recursive: true, force: true }));
await admin.post('/people', { email: 'zoe@example.com', full_name: NAME, access: 'member' });
await deliverMails(world, fileMailer(folder, createLog('silent'), { logs_text: false }));
const [file = ''] = await readdir(folder);
const message = await readFile(join(folder, file), 'utf8');
const [plain, page] = partsOf(message);

type Part = { type: string; text: string };

/** Returns the decoded parts of a MIME message. */
function partsOf(raw: string): Part[] {
  const boundary = /^Content-Type: multipart\/alternative;\s+boundary="([^"]+)"/m.exec(raw)?.[1];
  assert.ok(boundary, raw);
  return raw
    .split(`--${boundary}`)
    .slice(1, -1)
    .map((part) => {
      const [head = '', ...rest] = part.trimStart().split('\r\n\r\n');
      return {
        type: /Content-Type: ([\w/]+)/.exec(head)?.[1] ?? '',
        text: decoded(head, rest.join('\r\n\r\n')),
      };
    });
}

function decoded(head: string, body: string): string {
  const encoding = /Content-Transfer-Encoding: ([\w-]+)/.exec(head)?.[1];
  if (encoding === 'base64') return Buffer.from(body, 'base64').toString();
  if (encoding !== 'quoted-printable') return body;
  const bytes = body
    .replaceAll('=\r\n', '')
    .replaceAll(/=([0-9A-F]{2})/g, (_, code: string) => String.fromCharCode(Number.parseInt(code, 16)));
  return Buffer.from(bytes, 'latin1').toString();
}

const wordsOf = (text: string) => text.split(/\s+/).filter((word) => word !== '');

test('a mail has a text part first, then an HTML part with the same words', async () => {
  assert.deepEqual([plain?.type, page?.type], ['text/plain', 'text/html']);
  const chromium = await openChromium();
  const tab = await chromium.newPage();
  after(() => tab.close());
  const asked: string[] = [];
  tab.on('request', (request) => asked.push(request.url()));
  await tab.setContent(page?.text ?? '');
  assert.deepEqual(wordsOf(await tab.innerText('body')), wordsOf(plain?.text ?? ''));
  assert.deepEqual(asked, []);
  assert.equal(await tab.locator('img').count(), 0);
  const [button, address, ...more] = await tab.getByRole('link').all();
  const link = await address?.getAttribute('href');
  assert.ok(link?.startsWith(`${PUBLIC_URL}/invitation?token=`), link ?? '');
  assert.deepEqual(
    [await button?.innerText(), await button?.getAttribute('href'), await address?.innerText(), more],
    ['Choose a password', link, link, []],
  );
  assert.match(await tab.getByRole('contentinfo').innerText(), /^You receive this email because/);
  for (const [colorScheme, background] of [
    ['light', 'rgb(243, 245, 245)'],
    ['dark', 'rgb(16, 21, 20)'],
  ] as const) {
    await tab.emulateMedia({ colorScheme });
    assert.equal(await tab.evaluate<string>('getComputedStyle(document.body).backgroundColor'), background);
    const shots = process.env['SCREENSHOTS'];
    if (shots) await tab.screenshot({ path: `${shots}/mail-${colorScheme}.png` });
  }
});

test('a mail contains nothing that a mail program would load', () => {
  assert.doesNotMatch(
    page?.text ?? '',
    /<(?:img|link|script|iframe|object|video)|url\(|@import|<[^>]*\ssrc=/i,
  );
  assert.match(page?.text ?? '', /&lt;img/);
});
