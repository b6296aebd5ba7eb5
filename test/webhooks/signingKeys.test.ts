import assert from 'node:assert/strict';
import { randomBytes } from 'node:crypto';
import { test } from 'node:test';
import { createSigningKeys } from '../../src/features/webhooks/sending/signingKeys.ts';
import { createSecretBox } from '../../src/lib/crypto/secretBox.ts';

const MOST_KEPT = 10_000;
const box = createSecretBox(randomBytes(32));

/** Keys that tell how often a secret was opened. */
function countOpened() {
  const seen = { opened: 0 };
  const keys = createSigningKeys({
    ...box,
    open(sealed, context) {
      seen.opened++;
      return box.open(sealed, context);
    },
  });
  return { seen, textOf: (sealed: Buffer, context: string) => keys(sealed, context).export().toString() };
}

test('a secret is opened once for as long as it is sealed as it was', () => {
  const { seen, textOf } = countOpened();
  const [first, second] = [box.seal('first', 'one'), box.seal('second', 'one')];
  const read = [first, Buffer.from(first), second, first, second].map((sealed) => textOf(sealed, 'one'));
  assert.deepEqual(read, ['first', 'first', 'second', 'first', 'second']);
  assert.equal(seen.opened, 2);
});

test('a kept secret opens in no other place, and not when a byte of it has changed', () => {
  const { textOf } = countOpened();
  const sealed = box.seal('secret', 'one');
  textOf(sealed, 'one');
  assert.throws(() => textOf(sealed, 'two'));
  const changed = Buffer.from(sealed);
  changed.writeUInt8((changed.at(-1) ?? 0) ^ 1, changed.length - 1);
  assert.throws(() => textOf(changed, 'one'));
});

test('the oldest are forgotten first when there are many', () => {
  const { seen, textOf } = countOpened();
  const sealed = Array.from({ length: MOST_KEPT + 1 }, (_, at) => box.seal(`${at}`, 'one'));
  for (const one of sealed) textOf(one, 'one');
  const [first = assert.fail(), ...others] = sealed;
  textOf(others.at(-1) ?? assert.fail(), 'one');
  assert.equal(seen.opened, MOST_KEPT + 1);
  textOf(first, 'one');
  assert.equal(seen.opened, MOST_KEPT + 2);
});
