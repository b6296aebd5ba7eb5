import assert from 'node:assert/strict';
import { test } from 'node:test';
import { html, joinHtml, trusted } from '../../../src/lib/text/html.ts';

test('escapes what comes in, in text and in attributes', () => {
  const evil = `<script>"&'`;
  const page = html`<p title="${evil}">${evil}</p>`;
  const escaped = '&lt;script&gt;&quot;&amp;&#39;';
  assert.equal(page.text, `<p title="${escaped}">${escaped}</p>`);
});

test('keeps HTML as it is, however deep, and escapes it never twice', () => {
  const inner = html`<b>${'&'}</b>`;
  assert.equal(html`<p>${[inner, [inner, '<']]}</p>`.text, '<p><b>&amp;</b><b>&amp;</b>&lt;</p>');
});

test('leaves nothing for null, undefined and false, but writes zero', () => {
  assert.equal(html`${null}${undefined}${false}${0}${''}`.text, '0');
});

test('does not take an object that looks like HTML for HTML', () => {
  const lookalike = JSON.parse('["<i>"]');
  assert.equal(html`${lookalike}`.text, '&lt;i&gt;');
});

test('takes trusted text as it is', () => {
  assert.equal(html`${trusted('<hr />')}`.text, '<hr />');
});

test('joins items with something between', () => {
  assert.equal(joinHtml(['a', '<', 'c'], html`<br />`).text, 'a<br />&lt;<br />c');
});
