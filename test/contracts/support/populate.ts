import { deactivateUser } from '../../../src/features/users/users.ts';
import type { World } from '../../support/world.ts';
import type { RecordMakers } from './makers/makers.ts';
import type { CallOperationByName, AccountCallers } from './stage.ts';
import type { Database } from '../../../src/lib/sql/sql.ts';

/** Creates rows of every kind, in several rounds. The first two rounds have equal times, so that lists have ties. */
export async function populateAccount(world: World, side: AccountCallers, rounds: number): Promise<void> {
  for (let round = 1; round <= rounds; round++) {
    if (round > 2) world.clock.advance(60_000);
    await addWork(world, side, round);
    await addMaterial(side.make, round);
    await addMaterial(side.make.platform, round);
    await addAccess(side, round);
  }
}

async function addWork(
  { clock }: World,
  { ask, make, tenant }: AccountCallers,
  round: number,
): Promise<void> {
  const due_date = new Date(clock.now().getTime() - 1_000).toISOString();
  const external_id = `X-${round}`;
  const assigned_to = await make.user(`Bo ${round}`);
  const task_id = await make.task({ assigned_to, external_id, due_date });
  await ask('POST /console/v1/tasks', {
    body: { title: 'Dashboard', priority: 'high', due_date, external_id },
  });
  const done = { query: { task_id: await make.task({ assigned_to }) }, body: { status: 'completed' } };
  await ask('PATCH /v1/api-tenant-tasks', done);
  await make.pushedTask();
  const session_id = await make.session({ role: 'trainer' });
  await make.endedSession({ duration_seconds: round * 600 });
  await make.endedSession({ status: 'failed' });
  const other = await tenant.device();
  await other.post('/device/v1/sessions', { role: 'trainee' });
  const recorded = await other.post('/device/v1/sessions', { role: 'trainer' });
  const procedures = [{ title: 'Close the valve' }];
  const end = { session_id: recorded.body.id, status: 'completed', procedures };
  await other.post('/device/v1/sessions/complete', end);
  for (let i = 0; i < 2; i++) {
    await make.procedure();
    await make.deletedSession();
  }
  await make.submission({ session_id, task_id });
  await make.submission();
  await runSkill(ask, await make.searchSkill(), session_id);
}

async function runSkill(ask: CallOperationByName, skill_id: string, session_id: string): Promise<void> {
  const body = { skill_id, arguments: { query: 'valve' } };
  await ask('POST /device/v1/skills/execute', { body: { ...body, session_id } });
  await ask('POST /v1/api-tenant-skills-execute', { body });
  await ask('POST /console/v1/skills/test', { body });
}

async function addMaterial(make: RecordMakers['platform'], round: number): Promise<void> {
  await make.form({ name: `Round ${round}`, aliases: ['List'], category: 'pumps' });
  await make.form({ category: 'valves' });
  await make.skill();
  await make.skill();
  await make.document({ name: 'Oil.txt', collection: 'Manuals' });
  // A later collection has a smaller name, so that the order of creation differs from the order of names.
  await make.document({ collection: `Round ${9 - round}` });
}

async function addAccess({ ask, make }: AccountCallers, round: number): Promise<void> {
  await make.invitee();
  await make.seat({ device_name: 'Vision' });
  await make.pairedSeat();
  await make.key();
  await ask('DELETE /console/v1/keys', { query: { key_id: await make.key() } });
  await make.endpoint({ url: 'https://8.8.8.8/stock' });
  await make.pausedEndpoint();
  await make.delivery();
  await make.failedDelivery();
  await make.app();
  await make.appWithLogo();
  await make.appWithLogo();
  await make.submittedApp();
  await make.account(`Kunde ${round}`);
  await make.bundle();
  await make.colleague();
  await make.signIn();
  for (let i = 0; i < 2; i++) {
    await make.integration();
    await make.connection();
  }
}

/** States that only a worker, the staff or a fault causes. */
const VARIED: [table: string, change: string][] = [
  ['skill_executions', "status = 'failure'"],
  ['webhook_deliveries', "state = 'delivered', event = 'task.completed'"],
  ['core_deletions', "state = 'sent'"],
  ['knowledge_documents', "state = 'ready'"],
  ['mails', "state = 'sent'"],
  ['request_log', 'status = 500'],
  ['procedures', "status = 'approved'"],
  ['forms', 'is_active = false'],
  ['oauth_apps', "status = 'active'"],
  ['accounts', "state = 'suspended'"],
];

/** Changes the state of some rows of each table; the accounts and admins of the tests stay unchanged. */
export async function varyRowStates(
  world: World,
  { tenant, make }: AccountCallers,
  strangers: AccountCallers,
): Promise<void> {
  const { access_token } = await make.connection();
  for (let i = 0; i < 2; i++) await deactivateUser(tenant.ctx(), await make.user());
  const { db, app } = world;
  await world.as(access_token).get('/v1/api-tenant-tasks');
  await app.requests.flush();
  const kept = [tenant, strangers.tenant].flatMap(({ account_id, admin_id }) => [account_id, admin_id]);
  for (const [table, change] of VARIED) await varySome(db, table, change, kept);
}

type Row = Record<string, unknown>;

/** Columns of primary keys. A row is identified by those that it has. */
const KEYS = ['account_id', 'id', 'event_id', 'endpoint_id', 'session_id', 'client_id'];

/** Changes two rows of each account. */
async function varySome(db: Database, table: string, change: string, kept: readonly string[]): Promise<void> {
  const found = await db<{ row: Row }[]>`select to_jsonb(every) as row from ${db.unsafe(table)} as every`;
  const rows = found.map(({ row }) => row).filter(({ id }) => !kept.includes(String(id)));
  const ordered = rows.toSorted((one, other) => String(one['id']).localeCompare(String(other['id'])));
  for (const some of Map.groupBy(ordered, (row) => row['account_id']).values())
    for (const row of some.slice(0, 2)) {
      const names = KEYS.filter((name) => typeof row[name] === 'string');
      const where = names.map((name, at) => `${name} = $${at + 1}`).join(' and ');
      const values = names.map((name) => String(row[name]));
      await db.unsafe(`update ${table} set ${change} where ${where}`, values);
    }
}
