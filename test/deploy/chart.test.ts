/* The Helm chart agrees with the service. `helm lint` and kubeconform check its form, see docs/kubernetes.md. */
import assert from 'node:assert/strict';
import { test } from 'node:test';
import { listCommands } from '../../cli/commands.ts';
import { SETTINGS } from '../../src/config.ts';
import type { Setting } from '../../src/lib/process/settings.ts';
import { stopTimeoutMs } from '../../src/service/stopping.ts';
import { openWorld } from '../support/world.ts';
import {
  CHART,
  listLeafPaths,
  listUsedPaths,
  readTemplates,
  readValues,
  valueAt,
  type Values,
} from './support/chart.ts';
import { readPairs, readStages } from './support/dockerfile.ts';
import { readAlerts, readText } from './support/files.ts';

const world = await openWorld();
const values = readValues(`${CHART}/values.yaml`);
const example = readValues('deploy/helm/values.example.yaml');
const templates = readTemplates();
const image = readStages(readText('Dockerfile')).at(-1)?.steps ?? [];
const settings: Record<string, Setting<unknown>> = SETTINGS;

/** The templates set the first two; the image sets or exposes the next three; the rest is for a single machine. */
const FIXED = ['ROLES', 'METRICS', 'HOST', 'DATA_DIR', 'PORT', 'PROCESSES', 'DEMO'];
const OWN_SECRETS = ['METRICS'];

type Schema = { properties: Record<'settings' | 'secrets', { propertyNames: { enum: string[] } }> };
const schema: Schema = JSON.parse(readText(`${CHART}/values.schema.json`));

function numberAt(dotted: string): number {
  return Number(valueAt(values, dotted));
}

test('the schema accepts every setting of the service once: as a text, as a reference to a Secret, or not at all', () => {
  const { settings: plain, secrets } = schema.properties;
  const secret = Object.keys(settings).filter(
    (name) => settings[name]?.is_secret && !OWN_SECRETS.includes(name),
  );
  assert.deepEqual(secrets.propertyNames.enum, secret.toSorted());
  assert.deepEqual(
    [...plain.propertyNames.enum, ...secret, ...FIXED].toSorted(),
    Object.keys(settings).toSorted(),
  );
});

for (const [name, file] of [
  ['values.yaml', values],
  ['values.example.yaml', example],
] as const) {
  test(`the service accepts the settings of ${name}, and its secrets are references`, () => {
    for (const [setting, value] of Object.entries(file['settings'] as Values))
      assert.doesNotThrow(() => settings[setting]?.read(String(value)), setting);
    for (const [setting, source] of Object.entries(file['secrets'] as Values)) {
      assert.ok(settings[setting]?.is_secret, setting);
      assert.deepEqual(Object.keys(source as Values), ['name', 'key']);
    }
  });
}

test('every fixed setting of the templates exists, with a value that the service accepts', () => {
  const fixed = [...templates.matchAll(/^- name: ([A-Z_]+)\n {2}value: ([\w:]+)$/gm)];
  assert.deepEqual(
    fixed.map(([, name]) => name),
    ['METRICS'],
  );
  for (const [, name = '', value = ''] of fixed) assert.doesNotThrow(() => settings[name]?.read(value));
  const roles = [...templates.matchAll(/"role" "(\w+)"/g)].map(([, role = '']) => role);
  assert.deepEqual([...new Set(roles)].toSorted(), ['api', 'worker']);
  for (const role of roles) assert.deepEqual(SETTINGS.ROLES.read(role), [role]);
});

test('200 for the paths of the probes, and the ports are those of the image and of METRICS', async () => {
  const paths = [...templates.matchAll(/Probe:\n\s+httpGet:\n\s+path: (\S+)\n\s+port: http\n/g)].map(
    ([, path = '']) => path,
  );
  assert.deepEqual(paths, ['/healthz', '/healthz', '/readyz']);
  for (const path of paths) assert.equal((await world.nobody.get(path)).status, 200, path);

  const ports = [...templates.matchAll(/name: (\w+)\n\s+containerPort: (\d+)/g)];
  assert.deepEqual(
    ports.map(([, name, port]) => [name, port]),
    [
      ['http', SETTINGS.PORT.default],
      ['metrics', '9100'],
    ],
  );
  assert.ok(image.some(({ word, text }) => word === 'EXPOSE' && text === SETTINGS.PORT.default));
  assert.match(templates, /value: port:9100$/m);
});

test('the image listens on every address and works as the user of the pods, in the mounted folders', () => {
  const env = Object.assign(
    {},
    ...image.filter(({ word }) => word === 'ENV').map(({ text }) => readPairs(text)),
  );
  assert.equal(env.HOST, '0.0.0.0');
  assert.ok(templates.includes(`mountPath: ${env.DATA_DIR}\n`));
  assert.ok(env.npm_config_cache.startsWith('/tmp/') && templates.includes('mountPath: /tmp\n'));
  const [, uid] = /runAsUser: (\d+)/.exec(templates) ?? [];
  assert.ok(image.some(({ word, text }) => word === 'USER' && text === `${uid}:${uid}`));
});

test('the migration job runs a command that exists', async () => {
  const [, words = ''] = /command:\n((?:\s+- \S+\n)+)/.exec(templates) ?? [];
  const [program, file, ...args] = [...words.matchAll(/- (\S+)/g)].map(([, word = '']) => word);
  assert.deepEqual([program, file, args.at(-1)], ['node', 'cli/main.ts', '--json']);
  assert.ok((await listCommands('database')).some(({ name }) => name === args.slice(0, -1).join(' ')));
});

test('a pod may stop for longer than the service takes', () => {
  const DRAIN_MS = SETTINGS.DRAIN_MS.read(String(valueAt(values, 'settings.DRAIN_MS')));
  for (const role of ['api', 'worker'] as const)
    assert.ok(
      numberAt(`${role}.terminationGracePeriodSeconds`) * 1000 > stopTimeoutMs({ ROLES: [role], DRAIN_MS }),
      role,
    );
});

test('the largest number of processes fits into the default connections of PostgreSQL, also during an upgrade', () => {
  const processes = ['api', 'worker'].map((role) => numberAt(`${role}.autoscaling.maxReplicas`) + 1);
  const connections =
    processes.reduce((sum, count) => sum + count, 0) * SETTINGS.DATABASE_CONNECTIONS.read('12');
  assert.ok(connections + 10 + 3 <= 100, `${connections}`);
});

/** Values that templates use but the file lacks, and values of the file that no template uses. */
function listValueFaults(text: string): string[] {
  const used = listUsedPaths(text);
  const isCovered = (leaf: string) => used.some((one) => leaf === one || leaf.startsWith(`${one}.`));
  return [
    ...used.filter((one) => valueAt(values, one) === undefined && one !== 'secrets.SMTP_URL'),
    ...listLeafPaths(values).filter((leaf) => !isCovered(leaf)),
  ];
}

test('every value is used, and every used value exists', () => {
  assert.deepEqual(listValueFaults(templates), []);
  assert.deepEqual(listValueFaults(templates.replaceAll('.Values.service.port', '.Values.service.ports')), [
    'service.ports',
    'service.port',
  ]);
});

test('every included template is defined', () => {
  const defined = new Set([...templates.matchAll(/define "([^"]+)"/g)].map(([, name]) => name));
  const included = [...templates.matchAll(/include "([^"]+)"/g)].map(([, name]) => name);
  assert.ok(included.length > 30);
  for (const name of included) assert.ok(defined.has(name), name);
});

test('the chart has the version of the service, and its name is the job of the alerts', () => {
  const { version } = JSON.parse(readText('package.json'));
  const chart = readValues(`${CHART}/Chart.yaml`);
  assert.deepEqual([chart['version'], chart['appVersion']], [version, version]);
  assert.match(templates, /jobLabel: app\.kubernetes\.io\/name\n/);
  assert.ok(readAlerts(readText('deploy/alerts.yml'))[0]?.expr.includes(`job="${String(chart['name'])}"`));
});
