/* A stored text with direction controls must not reorder the text around it. */
import assert from 'node:assert/strict';
import { test } from 'node:test';
import type { Page } from 'playwright-core';
import { t } from '../../dashboard/language/t.ts';
import { openChromium } from '../support/chromium.ts';
import { openDashboard, waitUntilSettled, WIDTHS } from '../support/dashboard.ts';
import { openWorld } from '../support/world.ts';

/** A right-to-left override (U+202E) that is never closed. */
const TITLE = 'Oil\u202ehinge';

const world = await openWorld();
const tenant = await world.account();
const api = await tenant.api();
const task = (await api.post('/v1/api-tenant-tasks', { title: TITLE, external_id: TITLE })).body;
const glasses = await tenant.device({ user_id: await tenant.user('Jo Trainer') });
const started = { role: 'trainer', session_name: TITLE, task_id: task.id };
const session = (await glasses.post('/device/v1/sessions', started)).body;
await glasses.post('/device/v1/sessions/complete', {
  session_id: session.id,
  status: 'completed',
  procedures: [{ title: TITLE }],
});
const chromium = await openChromium();

for (const [width, options] of Object.entries(WIDTHS)) {
  const page = await openDashboard(chromium, world, tenant.admin, options);
  test(`a title with direction marks does not reverse the text next to it, ${width}`, async () => {
    for (const path of ['/tasks', '/tasks?view=board', '/sessions', '/catalogue']) {
      await page.goto(world.url + path);
      await page.locator('main').getByText(TITLE).first().waitFor();
      await waitUntilSettled(page);
      assert.deepEqual(await findTurned(page), [], path);
      const name = page.locator('main [data-opens]').first();
      if ((await name.count()) === 0) continue;
      await name.click();
      await waitUntilSettled(page);
      assert.deepEqual(await findTurned(page), [], `${path} opened`);
    }
  });
}

test('a value with direction marks does not reverse its sentence', () => {
  assert.equal(t('{title} changed', { title: TITLE }), 'Oilhinge changed');
  assert.equal(t('{title} changed', { title: 'Oil\u2069\u2066 \u05d0' }), '\u2068Oil \u05d0\u2069 changed');
  assert.equal(t('{title} changed', { title: 'Öl 1 %' }), 'Öl 1 % changed');
});

/** Lists texts whose end is left of their start on the screen. */
async function findTurned(page: Page): Promise<string[]> {
  return page.evaluate<string[]>(
    `(() => {
      const boxOf = (node, at) => {
        const range = document.createRange();
        range.setStart(node, at);
        range.setEnd(node, at + 1);
        return range.getBoundingClientRect();
      };
      const isTurned = (node) => {
        const text = node.data.trimEnd();
        const first = boxOf(node, text.length - text.trimStart().length);
        const last = boxOf(node, text.length - 1);
        const isOneLine = Math.abs(first.top - last.top) < 2 && first.width > 0 && last.width > 0;
        return isOneLine && first.left > last.left;
      };
      const walker = document.createTreeWalker(document.body, NodeFilter.SHOW_TEXT);
      const turned = [];
      while (walker.nextNode()) {
        const { currentNode } = walker;
        const text = currentNode.data.trim();
        if (text.length > 1 && currentNode.parentElement.checkVisibility() && isTurned(currentNode)) turned.push(text);
      }
      return turned;
    })()`,
  );
}
