import assert from 'node:assert/strict';
import { test } from 'node:test';
import { SETTINGS } from '../../src/config.ts';
import { openWorld } from '../support/world.ts';
import { readText } from './support/files.ts';

const NGINX = readText('deploy/nginx.conf');
const CADDY = readText('deploy/Caddyfile');
const UNIT = readText('deploy/tenant-ops.service');
/** The keep-alive timeout of the server for idle connections, in seconds. */
const KEPT_S = 72;

const world = await openWorld();
const resources = world.app.doors.flatMap((door) => door.resources);
const operations = resources.flatMap((resource) => Object.values(resource.operations));
const most_bytes = Math.max(...resources.map(({ body_limit_bytes = 0 }) => body_limit_bytes));
const longest_s = Math.max(...operations.map(({ deadline_ms }) => deadline_ms)) / 1000;

function numberIn(text: string, pattern: RegExp): number {
  return Number(pattern.exec(text)?.[1]);
}

type Bounds = { bytes: number; answer_s: number; kept_s: number };

function boundsOfNginx(text: string): Bounds {
  return {
    bytes: numberIn(text, /^\s*client_max_body_size (\d+)m;/m) * 1024 * 1024,
    answer_s: numberIn(text, /^\s*proxy_read_timeout (\d+)s;/m),
    kept_s: numberIn(text, /^upstream [^}]*keepalive_timeout (\d+)s;/m),
  };
}

function boundsOfCaddy(text: string): Bounds {
  return {
    bytes: numberIn(text, /^\s*max_size (\d+)MB$/m) * 1_000_000,
    answer_s: numberIn(text, /^\s*response_header_timeout (\d+)s$/m),
    kept_s: numberIn(text, /^\s*keepalive (\d+)s$/m),
  };
}

function listFaults({ bytes, answer_s, kept_s }: Bounds): string[] {
  return [
    ...(bytes > most_bytes ? [] : ['a body that the service takes is refused']),
    ...(answer_s > longest_s ? [] : ['an answer that the service gives is not waited for']),
    ...(kept_s < KEPT_S ? [] : ['a connection is used that the service closes']),
  ];
}

test('a proxy passes the largest request and waits for the slowest response', () => {
  assert.ok(most_bytes > 30_000_000 && longest_s > 30, `${most_bytes} bytes, ${longest_s} s`);
  assert.equal(world.app.server.server.keepAliveTimeout, KEPT_S * 1000);
  assert.deepEqual(listFaults(boundsOfNginx(NGINX)), []);
  assert.deepEqual(listFaults(boundsOfCaddy(CADDY)), []);
});

for (const [what, from, to] of [
  ['a smaller body', 'size 40m', 'size 30m'],
  ['a shorter wait', 'proxy_read_timeout 75s', 'proxy_read_timeout 45s'],
  ['a longer keep-alive time', 'keepalive_timeout 60s', 'keepalive_timeout 75s'],
  ['no body size, for which the default is small', 'client_max_body_size', '# client_max_body_size'],
] as const) {
  test(`detected in nginx.conf: ${what}`, () => {
    assert.equal(listFaults(boundsOfNginx(NGINX.replace(from, to))).length, 1);
  });
}

test('a proxy forwards the address of the caller, hides operator paths and retries no request', () => {
  assert.match(NGINX, /proxy_set_header X-Forwarded-For \$proxy_add_x_forwarded_for;/);
  assert.match(NGINX, /proxy_next_upstream off;/);
  assert.match(NGINX, /proxy_pass http:\/\/tenant_ops;/);
  for (const path of ['/metrics', '/readyz']) {
    assert.ok(NGINX.includes(`location = ${path} {\n        return 404;`), path);
    assert.match(CADDY, new RegExp(`@operators path .*${path}`));
  }
});

test('the systemd unit starts existing files as its own user with existing settings', () => {
  const [, program = ''] = /^ExecStart=\/opt\/tenant-ops\/\S+\/node (\S+)$/m.exec(UNIT) ?? [];
  assert.ok(readText(program).length > 0);
  assert.match(UNIT, /^User=tenant-ops$/m);
  for (const [, name = ''] of UNIT.matchAll(/^Environment=(\w+)=/gm))
    assert.ok(name in SETTINGS || name === 'TMPDIR' || name === 'NODE_OPTIONS', name);
  for (const line of [
    'ProtectSystem=strict',
    'NoNewPrivileges=yes',
    'CapabilityBoundingSet=',
    'KillMode=mixed',
    'LimitCORE=0',
  ])
    assert.ok(UNIT.includes(`\n${line}\n`), line);
  assert.ok(numberIn(UNIT, /^TimeoutStopSec=(\d+)$/m) > 20);
});
