import assert from 'node:assert/strict';
import { test } from 'node:test';
import { decodeBase64 } from '../../../src/lib/crypto/base64.ts';

const GOOD: [string, string][] = [
  ['', ''],
  ['YQ==', 'a'],
  ['YQ', 'a'],
  ['YQ=', 'a'],
  ['YWI=', 'ab'],
  ['YWJj=', 'abc'],
  ['YWJj', 'abc'],
  ['+/+/', '\u00fb\u00ff\u00bf'],
];
const BAD = ['Y', 'YQ===', 'Y Q=', 'YQ==YQ==', 'YWJj\n', 'YW\u00e4j', '-_-_', '====', 'YW=j', 'YWJ\0'];

for (const [text, bytes] of GOOD) {
  test(`read: ${JSON.stringify(text)}`, () => {
    assert.equal(decodeBase64(text)?.toString('latin1'), bytes);
  });
}

for (const text of BAD) {
  test(`rejected: ${JSON.stringify(text)}`, () => assert.equal(decodeBase64(text), undefined));
}

test('control: the decoder of Node skips invalid characters', () => {
  assert.equal(Buffer.from('YW\u00e4Jj', 'base64').toString(), 'abc');
});
