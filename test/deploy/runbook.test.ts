import assert from 'node:assert/strict';
import { test } from 'node:test';
import { SETTINGS } from '../../src/config.ts';
import { findUnknownName, listAnchors, listCalls, listMissing } from './support/documents.ts';
import {
  readAlerts,
  readGrafanaDashboard,
  readText,
  type Alert,
  type GrafanaDashboard,
} from './support/files.ts';

const SEVERITIES = ['critical', 'warning', 'info'];
const RUNBOOK = readText('docs/runbook.md');
const PAGES = ['runbook', 'operations', 'upgrading', 'kubernetes'].map((name) => `docs/${name}.md`);
const alerts = readAlerts(readText('deploy/alerts.yml'));
const board = readGrafanaDashboard(readText('deploy/grafana.json'));

function findLack({ labels, annotations }: Alert, runbook: string): string | undefined {
  if (!SEVERITIES.includes(labels['severity'] ?? '')) return 'severity';
  if ((annotations['summary'] ?? '').length < 20) return 'summary';
  const [file, anchor = ''] = (annotations['runbook_url'] ?? '').split('#');
  return file === 'docs/runbook.md' && listAnchors(runbook).includes(anchor) ? undefined : 'runbook_url';
}

test('each alert has a severity, a summary and a page of its own in the runbook', () => {
  assert.ok(alerts.length > 10, `${alerts.length} alerts`);
  for (const alert of alerts) {
    assert.equal(findLack(alert, RUNBOOK), undefined, alert.alert);
    assert.equal(alert.annotations['runbook_url'], `docs/runbook.md#${alert.alert.toLowerCase()}`);
  }
  const pages = [...RUNBOOK.matchAll(/^## (.+)$/gm)].map(([, title]) => title);
  assert.deepEqual(
    pages,
    alerts.map(({ alert }) => alert),
  );
});

test('each runbook page has a meaning, checks, fixes and an end condition', () => {
  for (const page of RUNBOOK.split(/^## /m).slice(1)) {
    for (const part of ['**Meaning** ', '**Check**', '**Fix**', '**Resolved** when'])
      assert.ok(page.includes(part), `${part} in ${page.slice(0, 30)}`);
  }
});

const WHOLE: Alert = {
  alert: 'A',
  expr: 'up',
  labels: { severity: 'info' },
  annotations: { summary: 'What is the matter with it', runbook_url: 'docs/runbook.md#a' },
};
const LACKING: [string, Alert][] = [
  ['severity', { ...WHOLE, labels: {} }],
  ['summary', { ...WHOLE, annotations: { ...WHOLE.annotations, summary: 'A' } }],
  ['runbook_url', { ...WHOLE, annotations: { ...WHOLE.annotations, runbook_url: 'docs/runbook.md#b' } }],
];

for (const [what, alert] of LACKING) {
  test(`detected: an alert without a ${what}`, () => {
    assert.equal(findLack(WHOLE, '## A'), undefined);
    assert.equal(findLack(alert, '## A'), what);
  });
}

function listRepeats({ panels }: GrafanaDashboard): (string | number)[] {
  const ids = panels.map(({ id }) => id);
  const titles = panels.map(({ title }) => title);
  return [ids, titles].flatMap((list: (string | number)[]) =>
    list.filter((one, at) => list.indexOf(one) !== at),
  );
}

test('panels of the dashboard have unique ids and titles', () => {
  assert.deepEqual(listRepeats(board), []);
  const [panel] = board.panels;
  assert.ok(panel);
  assert.deepEqual(listRepeats({ ...board, panels: [...board.panels, panel] }), [panel.id, panel.title]);
});

test('each alert that the dashboard names exists', () => {
  const named = [...readText('deploy/grafana.json').matchAll(/Runbook: ([\w, ]+)\./g)].flatMap(
    ([, names = '']) => names.split(', '),
  );
  assert.ok(named.length > 10, named.join());
  const known = new Set(alerts.map(({ alert }) => alert));
  assert.deepEqual(
    named.filter((name) => !known.has(name)),
    [],
  );
});

test('each link inside and between the pages leads to a heading', () => {
  for (const page of PAGES) {
    for (const [, file = '', anchor = ''] of readText(page).matchAll(/\]\(([\w.]*)#([\w-]+)\)/g)) {
      const target = file === '' ? page : `docs/${file}`;
      assert.ok(listAnchors(readText(target)).includes(anchor), `${page} → ${target}#${anchor}`);
    }
  }
});

test('each command of the pages exists, with its flags', async () => {
  const calls = PAGES.flatMap((page) => listCalls(readText(page)));
  assert.ok(calls.length > 10, `${calls.length} calls`);
  for (const call of calls) assert.equal(await findUnknownName(call), undefined, call);
  for (const page of PAGES) assert.deepEqual(listMissing(readText(page)), [], page);
});

test('a missing command, flag, script or file is detected', async () => {
  assert.equal(await findUnknownName('backup create --to F'), 'no command backup create');
  assert.equal(await findUnknownName('webhook list --account ID --all'), 'all');
  assert.deepEqual(listMissing('Call `npm run fly`, or `npm start`. See [it](fly.md) and deploy/helm.yml.'), [
    'fly',
    'docs/fly.md',
    'deploy/helm.yml',
  ]);
});

/** OpenTelemetry settings that its library reads directly; compose.yaml reads POSTGRES_PASSWORD. */
const STANDARD = ['OTEL_EXPORTER_OTLP_ENDPOINT', 'OTEL_EXPORTER_OTLP_HEADERS', 'OTEL_SERVICE_NAME'];

test('each setting of the pages exists', () => {
  assert.ok(readText('docs/operations.md').includes('`DATABASE_URL`'));
  const known = new Set([...Object.keys(SETTINGS), ...STANDARD, 'POSTGRES_PASSWORD']);
  for (const page of PAGES) {
    const named = [...readText(page).matchAll(/`?\b([A-Z]{2,}(?:_[A-Z0-9]+)+)\b/g)].map(
      ([, name = '']) => name,
    );
    assert.deepEqual(
      named.filter((name) => !known.has(name)),
      [],
    );
  }
});
