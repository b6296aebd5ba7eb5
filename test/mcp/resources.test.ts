import assert from 'node:assert/strict';
import { execFileSync } from 'node:child_process';
import { test } from 'node:test';

const SOURCES = new URL('../../src/', import.meta.url).href;
/**
 * Runs in its own process, where no guide has been read yet. The control renders every guide, as an earlier version
 * did.
 */
const MEASURE = `
const { readResource } = await import('${SOURCES}mcp/resources.ts');
const { GUIDE_PAGE_NAMES, readGuideMarkdown } = await import('${SOURCES}features/reference/guides/catalogue.ts');
const { renderGuide } = await import('${SOURCES}features/reference/guides/markdown.ts');
const measure = (work) => {
  const before = process.cpuUsage();
  work();
  const { user, system } = process.cpuUsage(before);
  return user + system;
};
const read_us = measure(() => readResource('http://a', 'http://a/docs/guides/quickstart.md'));
const rendered_us = measure(() => GUIDE_PAGE_NAMES.forEach((name) => renderGuide(readGuideMarkdown(name, 'http://a'))));
console.log(JSON.stringify({ read_us, rendered_us }));
`;

test('reading the first guide renders no other guide', () => {
  const told = execFileSync(process.execPath, ['--input-type=module', '--eval', MEASURE], {
    encoding: 'utf8',
  });
  const { read_us, rendered_us } = JSON.parse(told);
  assert.ok(read_us * 5 < rendered_us, told);
});
