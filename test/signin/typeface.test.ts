/* Sign-in, consent and documentation pages use the dashboard's font from the first visit on. */
import assert from 'node:assert/strict';
import { test } from 'node:test';
import { openWorld } from '../support/world.ts';

const { url } = await openWorld();

for (const path of ['/sign-in', '/invitation?token=x', '/docs', '/docs/guides'])
  test(`200 for the fonts that ${path} preloads`, async () => {
    const page = await (await fetch(url + path)).text();
    const [link = ''] = /<link[^>]*rel="preload"[^>]*>/.exec(page) ?? [];
    const [, address = ''] = /href="([^"]+)"/.exec(link) ?? [];
    assert.match(link, /as="font".*crossorigin/s);
    assert.ok(page.indexOf(link) < page.indexOf('rel="stylesheet"'));
    const letters = await fetch(url + address);
    assert.equal(letters.status, 200);
    assert.equal(letters.headers.get('content-type'), 'font/woff2');

    const [, style = ''] = /rel="stylesheet" href="([^"]+)"/.exec(page) ?? [];
    const rules = await (await fetch(url + style)).text();
    assert.ok(
      rules.includes(`url('${address}')`),
      'the style names the same address, or they are loaded twice',
    );
  });
