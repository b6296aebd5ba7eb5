import assert from 'node:assert/strict';
import { test } from 'node:test';
import { readConfig } from '../src/config.ts';
import { isDemoOfThisMachine } from '../src/tools.ts';

const isOfThisMachine = (env: Record<string, string>) => isDemoOfThisMachine(readConfig(env));

test('a demo may call receivers of this machine where nobody else can reach it', () => {
  for (const HOST of ['localhost', '::1', '127.0.0.1', '127.8.0.9'])
    assert.ok(isOfThisMachine({ HOST }), HOST);
  assert.ok(isOfThisMachine({}));
});

test('one that others may reach does not, nor what is no demo', () => {
  for (const env of [
    { HOST: '0.0.0.0' },
    { HOST: '::' },
    { HOST: '10.127.0.1' },
    { HOST: 'ops.example.com' },
    { DATABASE_URL: 'postgres://ops@db.example.com/ops', SECRET_KEY: '07'.repeat(32) },
    { PUBLIC_URL: 'https://ops.example.com' },
    { TRUST_PROXY: 'on' },
    { DEMO: 'off' },
  ])
    assert.ok(!isOfThisMachine(env), JSON.stringify(env));
});
