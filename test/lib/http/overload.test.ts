import assert from 'node:assert/strict';
import { test } from 'node:test';
import { isEventLoopLate } from '../../../src/lib/http/overload.ts';
import { listen, makeHttpServer } from '../../support/httpServer.ts';

test('the previous delay is kept after a second without a measurement', () => {
  const nothing = { count: 0, mean: NaN };
  assert.deepEqual(
    [isEventLoopLate(nothing, 60_000, false), isEventLoopLate(nothing, 1, true)],
    [false, true],
  );
  assert.deepEqual(
    [1_000, 1_010, 1_011].map((mean_ms) => isEventLoopLate({ count: 5, mean: mean_ms * 1e6 }, 1_000, false)),
    [false, false, true],
  );
});

test('503 with Retry-After for one request too many, 200 for a health check', async () => {
  const server = await makeHttpServer({ limits: { max_in_flight: 0 } });
  for (const path of ['/healthz', '/other']) server.get(path, async () => ({}));
  const url = await listen(server);
  const refused = await fetch(`${url}/other`);
  assert.deepEqual(
    [refused.status, refused.headers.get('retry-after'), await refused.text()],
    [503, '1', ''],
  );
  assert.equal((await fetch(`${url}/healthz`)).status, 200);
});
