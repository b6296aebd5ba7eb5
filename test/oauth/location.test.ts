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
  test(`the response parameters are appended once to ${redirect_uri}, with the unchanged state`, () => {
    assert.equal(redirectLocation(redirect_uri, { code: 'c' }, 's%20t'), location);
  });

test('a request without a state gets a response without one', () => {
  assert.equal(
    redirectLocation('app://back', { error: 'access_denied' }, undefined),
    'app://back?error=access_denied',
  );
});
