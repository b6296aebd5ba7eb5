import assert from 'node:assert/strict';
import { test } from 'node:test';
import { readTargetSessionAttributes, splitHostUrls } from '../../../src/lib/sql/connectionUrl.ts';

const SPELLINGS: [string, string[]][] = [
  ['postgres://a:b@one/c', ['postgres://a:b@one/c']],
  ['postgres://a:b,c@one:1/d?e=f,g', ['postgres://a:b,c@one:1/d?e=f,g']],
  ['postgres://a:b@one:1,two:2/c?x=y', ['postgres://a:b@one:1/c?x=y', 'postgres://a:b@two:2/c?x=y']],
  ['postgresql://one,[::1]:2', ['postgresql://one', 'postgresql://[::1]:2']],
  ['postgres:///c?host=/a,/b', ['postgres:///c?host=%2Fa', 'postgres:///c?host=%2Fb']],
  ['postgres:///c?host=a,b&port=1,2', ['postgres:///c?host=a&port=1', 'postgres:///c?host=b&port=2']],
  ['postgres:///c?host=a,b&port=1', ['postgres:///c?host=a&port=1', 'postgres:///c?host=b&port=1']],
];

for (const [url, hosts] of SPELLINGS)
  test(`the hosts of ${url} are read`, () => assert.deepEqual(splitHostUrls(url), hosts));

test('the target_session_attrs of a URL are read if the service supports them', () => {
  const read = (query: string) => readTargetSessionAttributes(`postgres://a:b@one,two/c${query}`);
  assert.deepEqual(['', '?target_session_attrs=primary', '?x=y&target_session_attrs=read-write'].map(read), [
    'any',
    'primary',
    'read-write',
  ]);
  assert.equal(read('?target_session_attrs=standby'), undefined);
});
