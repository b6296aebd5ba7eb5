import { setTimeout as sleep } from 'node:timers/promises';
import { parseArgs } from 'node:util';
import { readConfig, type Config } from '../src/config.ts';
import { openDatabase } from '../src/database/database.ts';
import { createLog } from '../src/lib/log.ts';
import type { Database } from '../src/lib/sql/sql.ts';
import { StartupFault } from '../src/lib/process/startupFault.ts';
import { planWork, runGlasses } from './glasses.ts';
import { auditLedger, type AuditFinding, type SimulationLedger } from './ledger.ts';
import { countUnsentDeletions } from './queries.ts';
import { openSite } from './site.ts';
import { openFakeTrainingApp, type FakeTrainingApp } from './trainingApp.ts';
import { createUnreliableClient } from './unreliableClient.ts';

const USAGE = `npm run simulate -- --devices N --minutes M

  --devices N        pairs of glasses (10)
  --minutes M        how long they work (1)
  --cut SHARE        share of requests that are torn down on purpose (0.33)
  --url URL          the running service (http://127.0.0.1:PORT)
  --training-app P   also be the training app's deletion endpoint on port P: up, away, refusing, up again.
                     Start the service with CORE_DELETION_URL=http://127.0.0.1:P/deletions,
                     the same CORE_DELETION_SECRET and WEBHOOK_ALLOW=127.0.0.1`;

type Plan = { devices: number; minutes: number; cut: number; url: string; training_app: number | undefined };

const DELIVERED_WITHIN_MS = 120_000;

try {
  const config = readConfig(process.env);
  process.exitCode = await simulate(config, readPlan(config));
} catch (error) {
  if (!(error instanceof StartupFault)) throw error;
  process.stderr.write(`${error.message}\n`);
  process.exitCode = 1;
}

function readPlan({ PORT }: Config): Plan {
  const { values } = parseArgs({
    options: {
      devices: { type: 'string', default: '10' },
      minutes: { type: 'string', default: '1' },
      cut: { type: 'string', default: '0.33' },
      url: { type: 'string', default: `http://127.0.0.1:${PORT}` },
      'training-app': { type: 'string' },
    },
  });
  const [devices, minutes, cut] = [Number(values.devices), Number(values.minutes), Number(values.cut)];
  const training_app = values['training-app'] === undefined ? undefined : Number(values['training-app']);
  if (!(devices >= 1 && minutes > 0 && cut >= 0 && cut < 1)) throw new StartupFault(USAGE);
  return { devices, minutes, cut, url: values.url, training_app };
}

async function simulate(config: Config, plan: Plan): Promise<number> {
  await assertRunning(plan.url);
  const opened = await openDatabase(config, { as: 'command', log: createLog('silent') });
  const training_app =
    plan.training_app === undefined
      ? undefined
      : await openFakeTrainingApp({ port: plan.training_app, secret: config.CORE_DELETION_SECRET ?? '' });
  try {
    return await runShift(opened.db, plan, training_app);
  } finally {
    await training_app?.close();
    await opened.close();
  }
}

async function assertRunning(url: string): Promise<void> {
  const answer = await fetch(`${url}/readyz`).catch(() => undefined);
  if (!answer?.ok) throw new StartupFault(`Nothing is ready at ${url}; start it with npm start.`);
}

async function runShift(
  db: Database,
  plan: Plan,
  training_app: FakeTrainingApp | undefined,
): Promise<number> {
  const site = await openSite(db, plan.devices, plan.url);
  const ledger: SimulationLedger = { sessions: [], tasks: [] };
  const line = createUnreliableClient(plan.url, plan.cut);
  const length_ms = plan.minutes * 60_000;
  const shift = { line, ledger, key: site.key, until: Date.now() + length_ms };
  say(`${plan.devices} glasses for ${plan.minutes} minutes at ${plan.url}, account ${site.account_id}`);

  await Promise.all([
    planWork(site.secret, shift),
    training_app && playTrainingApp(training_app, length_ms),
    ...site.seats.map((seat) => runGlasses(seat, shift)),
  ]);
  say(`${line.counts.sent} requests, ${line.counts.cut} of them cut`);

  const findings = await auditLedger(db, site.account_id, ledger);
  if (training_app) findings.push(...(await auditDeletions(db, site.account_id, ledger, training_app)));
  for (const finding of findings) say(lineOf(finding));
  return findings.every(isFine) ? 0 : 1;
}

async function playTrainingApp(training_app: FakeTrainingApp, length_ms: number): Promise<void> {
  for (const mode of ['up', 'down', 'refuse', 'up'] as const) {
    training_app.setMode(mode);
    say(`the training app is ${mode === 'refuse' ? 'refusing' : mode}`);
    await sleep(length_ms / 4);
  }
}

async function auditDeletions(
  db: Database,
  account_id: string,
  { sessions }: SimulationLedger,
  training_app: FakeTrainingApp,
): Promise<AuditFinding[]> {
  const patience = Date.now() + DELIVERED_WITHIN_MS;
  while ((await countUnsentDeletions(db, account_id)) > 0 && Date.now() < patience) await sleep(500);
  const deleted = sessions.filter(({ is_deleted }) => is_deleted);
  const heard = new Set(training_app.accepted.map(({ session_id }) => session_id));
  const found = deleted.filter(({ session_id }) => heard.has(session_id)).length;
  return [{ what: 'deletions the training app heard of', expected: deleted.length, found }];
}

function isFine({ expected, found }: AuditFinding): boolean {
  return expected === found;
}

function lineOf(finding: AuditFinding): string {
  const { what, expected, found } = finding;
  return `${isFine(finding) ? 'ok  ' : 'FAIL'} ${what}: ${found} of ${expected}`;
}

function say(text: string): void {
  process.stdout.write(`${text}\n`);
}
