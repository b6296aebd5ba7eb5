import { PLATFORM_ACCOUNT_ID } from '../../../access/platform.ts';
import type { Fragment, Queryable, Transaction } from '../../../lib/sql/sql.ts';
import type { SessionContext, Skill, SkillKind } from '../contract.ts';

export type StoredConfig = { auth_header?: { name: string } | null; [member: string]: unknown };

export type StoredSkill = Omit<Skill, 'config'> & {
  account_id: string;
  config: StoredConfig;
  auth_value: Buffer | null;
  signing_secret: Buffer;
};

export type SkillRow = {
  id: string;
  name: string;
  description: string;
  kind: SkillKind;
  arguments_schema: object;
  response_target: Skill['response_target'];
  is_active: boolean;
  config: StoredConfig;
  auth_value: Buffer | null;
  signing_secret: Buffer;
  created_at: Date;
  updated_at: Date;
};

export type SkillUpdate = Partial<Omit<SkillRow, 'id' | 'kind' | 'created_at'>> & { updated_at: Date };

export async function insertSkill(
  tx: Transaction,
  account_id: string,
  { config, arguments_schema, ...row }: SkillRow,
): Promise<void> {
  const json = { config: asJson(tx, config), arguments_schema: asJson(tx, arguments_schema) };
  await tx`
    insert into skills ${tx({ account_id, ...row, ...json })}`;
}

/** Returns false if the skill does not exist. */
export async function updateSkill(
  tx: Transaction,
  account_id: string,
  id: string,
  { config, arguments_schema, ...update }: SkillUpdate,
): Promise<boolean> {
  const json = {
    ...(config && { config: asJson(tx, config) }),
    ...(arguments_schema && { arguments_schema: asJson(tx, arguments_schema) }),
  };
  const updated = await tx`
    update skills
    set ${tx({ ...update, ...json })}
    where account_id = ${account_id}
      and id = ${id}
    returning id`;
  return updated.length === 1;
}

export async function deleteSkill(tx: Transaction, account_id: string, id: string): Promise<boolean> {
  const deleted = await tx`
    delete from skills
    where account_id = ${account_id}
      and id = ${id}
    returning id`;
  return deleted.length === 1;
}

export async function findSkill(
  db: Queryable,
  account_id: string,
  id: string,
): Promise<StoredSkill | undefined> {
  const [skill] = await db<StoredSkill[]>`
    select ${storedColumns(db)}
    from skills as skill
    where skill.account_id = ${account_id}
      and skill.id = ${id}`;
  return skill;
}

/** Locks a skill of the account until the transaction ends. */
export async function lockSkill(
  tx: Transaction,
  account_id: string,
  id: string,
): Promise<StoredSkill | undefined> {
  const [skill] = await tx<StoredSkill[]>`
    select ${storedColumns(tx)}
    from skills as skill
    where skill.account_id = ${account_id}
      and skill.id = ${id}
    for no key update of skill`;
  return skill;
}

// across accounts: platform skills belong to no account
export function findPlatformSkill(db: Queryable, id: string): Promise<StoredSkill | undefined> {
  return findSkill(db, PLATFORM_ACCOUNT_ID, id);
}

/** A bundle that is allocated to the account, or to one seat if `seat_id` is set. */
export type AllocatedBundle = { bundle_id: string; seat_id: string | null };

export async function listBundlesOfAccountAndSeats(
  db: Queryable,
  account_id: string,
): Promise<AllocatedBundle[]> {
  return db<AllocatedBundle[]>`
    select allocation.bundle_id, null::uuid as seat_id
    from bundle_allocations as allocation
    where allocation.account_id = ${account_id}
    union all
    select given.bundle_id, given.seat_id
    from bundle_seats as given
    where given.account_id = ${account_id}`;
}

/** Lists skills, newest first. */
export async function listOwnSkills(db: Queryable, account_id: string): Promise<StoredSkill[]> {
  return db<StoredSkill[]>`
    select ${storedColumns(db)}
    from skills as skill
    where skill.account_id = ${account_id}
    order by skill.created_at desc, skill.id desc`;
}

/** Lists skills, newest first. */
// across accounts: platform skills belong to no account
export async function listSkillsOfBundles(
  db: Queryable,
  bundle_ids: readonly string[],
): Promise<StoredSkill[]> {
  return db<StoredSkill[]>`
    select ${storedColumns(db)}
    from skills as skill
    where skill.account_id = ${PLATFORM_ACCOUNT_ID}
      and ${isInBundles(db, bundle_ids)}
    order by skill.created_at desc, skill.id desc`;
}

// across accounts: platform skills belong to no account
export async function listBundleIdsOfSkill(db: Queryable, skill_id: string): Promise<string[]> {
  const contents = await db<{ bundle_id: string }[]>`
    select content.bundle_id
    from bundle_skills as content
    where content.account_id = ${PLATFORM_ACCOUNT_ID}
      and content.skill_id = ${skill_id}`;
  return contents.map(({ bundle_id }) => bundle_id);
}

export type CallableSkill = Pick<Skill, 'id' | 'name' | 'description' | 'arguments_schema'>;

// across accounts: platform skills belong to no account
export async function listCallableSkillsOfBundles(
  db: Queryable,
  bundle_ids: readonly string[],
): Promise<CallableSkill[]> {
  return db<CallableSkill[]>`
    select skill.id, skill.name, skill.description, skill.arguments_schema
    from skills as skill
    where skill.account_id = ${PLATFORM_ACCOUNT_ID}
      and skill.is_active
      and ${isInBundles(db, bundle_ids)}`;
}

/** Lists the active skills of the account together with the given platform skills, as one sorted list. */
export async function listCallableSkillsIncluding(
  db: Queryable,
  account_id: string,
  given: readonly CallableSkill[],
): Promise<CallableSkill[]> {
  return db<CallableSkill[]>`
    select skill.id, skill.name, skill.description, skill.arguments_schema
    from (
      select own.id, own.name, own.description, own.arguments_schema
      from skills as own
      where own.account_id = ${account_id}
        and own.is_active
      union all
      select given.id, given.name, given.description, given.arguments_schema
      from jsonb_to_recordset(${db.json(JSON.parse(JSON.stringify(given)))})
        as given (id uuid, name text, description text, arguments_schema jsonb)
    ) as skill
    order by skill.name, skill.id`;
}

export type ExecutionSeat = {
  seat_id: string | null;
  user_id: string | null;
  roles: ('trainer' | 'trainee')[];
};

/** Finds the first seat that has an active user and matches the context. */
export async function findSeatForExecution(
  db: Queryable,
  account_id: string,
  { seat_id, user_id }: SessionContext,
  among: readonly string[] | 'all',
): Promise<ExecutionSeat | undefined> {
  const [seat] = await db<ExecutionSeat[]>`
    select seat.id as seat_id, person.id as user_id, seat.roles
    from seats as seat
    join users as person
      on person.account_id = ${account_id}
      and person.id = seat.user_id
      and person.status = 'active'
    where seat.account_id = ${account_id}
      ${seat_id === undefined ? db`` : db`and seat.id = ${seat_id}`}
      ${user_id === undefined ? db`` : db`and person.id = ${user_id}`}
      ${among === 'all' ? db`` : db`and seat.id = any (${[...among]})`}
    order by seat.created_at, seat.id
    limit 1`;
  return seat;
}

export async function isActiveUser(db: Queryable, account_id: string, id: string): Promise<boolean> {
  const found = await db`
    select 1
    from users as person
    where person.account_id = ${account_id}
      and person.id = ${id}
      and person.status = 'active'`;
  return found.length === 1;
}

export type OpenSession = { seat_id: string; user_id: string; role: 'trainer' | 'trainee' };

export async function findOpenSession(
  db: Queryable,
  account_id: string,
  id: string,
): Promise<OpenSession | undefined> {
  const [session] = await db<OpenSession[]>`
    select session.seat_id, session.user_id, session.role
    from sessions as session
    where session.account_id = ${account_id}
      and session.id = ${id}
      and session.status = 'in_progress'
      and session.deleted_at is null`;
  return session;
}

function isInBundles(db: Queryable, bundle_ids: readonly string[]): Fragment {
  return db`exists (
    select 1
    from bundle_skills as content
    where content.account_id = ${PLATFORM_ACCOUNT_ID}
      and content.skill_id = skill.id
      and content.bundle_id = any (${[...bundle_ids]})
  )`;
}

function storedColumns(db: Queryable): Fragment {
  return db`
    skill.account_id,
    skill.id,
    skill.name,
    skill.description,
    skill.kind,
    case when skill.account_id = ${PLATFORM_ACCOUNT_ID} then 'platform' else 'account' end as owner,
    skill.arguments_schema,
    skill.response_target,
    skill.is_active,
    skill.config,
    skill.auth_value,
    skill.signing_secret,
    skill.created_at,
    skill.updated_at`;
}

function asJson(tx: Transaction, value: object) {
  return tx.json(JSON.parse(JSON.stringify(value)));
}
