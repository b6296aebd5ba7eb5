import assert from 'node:assert/strict';
import { test } from 'node:test';
import { redirectLocation } from '../../src/features/consent/location.ts';

const LOCATIONS = [
  ['https://app.example/back', 'https://app.example/back?code=c&state=s%20t'],
  ['https://app.example/back?', 'https://app.example/back?code=c&state=s%20t'],
  ['https://app.example/back?to=1', 'https://app.example/back?to=1&code=c&state=s%20t'],
  ['https://app.example/back?to=1&', 'https://app.example/back?to=1&code=c&state=s%20t'],
] as const;

for (const [redirect_uri, location] of LOCATIONS)
  test(`the answer is added once behind ${redirect_uri}, and the state as it came`, () => {
    assert.equal(redirectLocation(redirect_uri, { code: 'c' }, 's%20t'), location);
  });

test('no state is sent back where none came', () => {
  assert.equal(
    redirectLocation('app://back', { error: 'access_denied' }, undefined),
    'app://back?error=access_denied',
  );
});
