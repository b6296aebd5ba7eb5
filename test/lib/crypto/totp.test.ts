import assert from 'node:assert/strict';
import { test } from 'node:test';
import {
  makeTotpSecret,
  findMatchingTotpStep,
  totpCode,
  totpStep,
  totpUri,
} from '../../../src/lib/crypto/totp.ts';

/** The secret of RFC 6238, appendix B: a text of twenty bytes. */
const SECRET = 'GEZDGNBVGY3TQOJQGEZDGNBVGY3TQOJQ';
const STEP_MS = 30_000;
const NOW = new Date('2026-03-02T09:00:00Z');
const STEP = totpStep(NOW);

test('the codes are those of RFC 6238', () => {
  for (const [seconds, code] of [
    [59, '287082'],
    [1_111_111_109, '081804'],
    [1_111_111_111, '050471'],
    [1_234_567_890, '005924'],
    [2_000_000_000, '279037'],
    [20_000_000_000, '353130'],
  ] as const)
    assert.equal(totpCode(SECRET, totpStep(new Date(seconds * 1_000))), code);
});

test('a code is accepted one step early or late, but not two steps', () => {
  const matched = [-2, -1, 0, 1, 2].map((beside) =>
    findMatchingTotpStep(SECRET, totpCode(SECRET, STEP + beside), NOW, 0),
  );
  assert.deepEqual(matched, [undefined, STEP - 1, STEP, STEP + 1, undefined]);
});

test('a step ends after thirty seconds, to the millisecond', () => {
  const code = totpCode(SECRET, STEP - 1);
  assert.equal(findMatchingTotpStep(SECRET, code, new Date(NOW.getTime() + STEP_MS - 1), 0), STEP - 1);
  assert.equal(findMatchingTotpStep(SECRET, code, new Date(NOW.getTime() + STEP_MS), 0), undefined);
});

test('a code is accepted once, and no earlier code is accepted afterwards', () => {
  const match = (step: number, last_step: number) =>
    findMatchingTotpStep(SECRET, totpCode(SECRET, step), NOW, last_step);
  assert.equal(match(STEP, STEP), undefined);
  assert.equal(match(STEP - 1, STEP), undefined);
  assert.equal(match(STEP + 1, STEP), STEP + 1);
  assert.equal(match(STEP, STEP - 1), STEP);
});

test('only six digits are accepted as a code', () => {
  const code = totpCode(SECRET, STEP);
  for (const text of ['', code.slice(1), `${code}0`, ` ${code}`, `${code}\n`, '٠١٢٣٤٥', 'abcdef'])
    assert.equal(findMatchingTotpStep(SECRET, text, NOW, 0), undefined, JSON.stringify(text));
});

test('a secret has 160 bits, is unique, and is part of the otpauth URL', () => {
  const secrets = Array.from({ length: 100 }, makeTotpSecret);
  for (const secret of secrets) assert.match(secret, /^[A-Z2-7]{32}$/);
  assert.equal(new Set(secrets).size, secrets.length);
  const uri = new URL(totpUri(SECRET, 'Tenant & Ops', 'a+b@example.com'));
  assert.equal(decodeURIComponent(uri.pathname), '/Tenant & Ops:a+b@example.com');
  assert.deepEqual([...uri.searchParams.values()], [SECRET, 'Tenant & Ops']);
});
