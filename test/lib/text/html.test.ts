import assert from 'node:assert/strict';
import { test } from 'node:test';
import { html, joinHtml, trustedHtml } from '../../../src/lib/text/html.ts';

test('values are escaped in text and in attributes', () => {
  const evil = `<script>"&'`;
  const page = html`<p title="${evil}">${evil}</p>`;
  const escaped = '&lt;script&gt;&quot;&amp;&#39;';
  assert.equal(page.text, `<p title="${escaped}">${escaped}</p>`);
});

test('HTML stays unchanged at any depth, and is never escaped twice', () => {
  const inner = html`<b>${'&'}</b>`;
  assert.equal(html`<p>${[inner, [inner, '<']]}</p>`.text, '<p><b>&amp;</b><b>&amp;</b>&lt;</p>');
});

test('null, undefined and false become empty text, but zero is written', () => {
  assert.equal(html`${null}${undefined}${false}${0}${''}`.text, '0');
});

test('an object that looks like HTML is not treated as HTML', () => {
  const lookalike = JSON.parse('["<i>"]');
  assert.equal(html`${lookalike}`.text, '&lt;i&gt;');
});

test('trusted text is not escaped', () => {
  assert.equal(html`${trustedHtml('<hr />')}`.text, '<hr />');
});

test('items are joined with a separator', () => {
  assert.equal(joinHtml(['a', '<', 'c'], html`<br />`).text, 'a<br />&lt;<br />c');
});
