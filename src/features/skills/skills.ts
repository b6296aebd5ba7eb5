import type { Context } from '../../access/context.ts';
import { assertNoEditConflict, type ExpectedValues } from '../../access/editConflict.ts';
import { assertBelowLimit } from '../../access/limits/limits.ts';
import { changedMembers, hasNoMembers } from '../../lib/sql/changedMembers.ts';
import { notFound } from '../../access/notFound.ts';
import { newId } from '../../lib/ids.ts';
import { makeSigningSecret } from '../webhooks/signing.ts';
import { transaction, type Queryable } from '../../lib/sql/sql.ts';
import { recordAudit } from '../../audit/audit.ts';
import { findLastChange } from '../../audit/lastChange.ts';
import type { NewSkill, Skill, SkillChanges } from './contract.ts';
import { assertSkillConfig, DEFAULT_ARGUMENT_SCHEMAS, sealSkillConfig } from './definition.ts';
import * as queries from './sql/skills.ts';
import { findSkillWithSeats, listUsableSkills } from './usable.ts';

/** Lists the account's own skills and the platform skills that are allocated to it. */
export async function listSkills({ db, account_id }: Context): Promise<Skill[]> {
  return (await listUsableSkills(db, account_id)).map((skill) => shown(skill, account_id));
}

export async function readSkill(ctx: Context, id: string): Promise<Skill> {
  const skill = await findSkillWithSeats(ctx.db, ctx.account_id, id);
  if (!skill || skill.seats.length === 0) throw notFound('Skill');
  const { seats, ...stored } = skill;
  return shown(stored, ctx.account_id);
}

/** Creates a skill. With the context of the platform, it creates a platform skill. */
export async function createSkill(ctx: Context, input: NewSkill): Promise<Skill> {
  const { db, account_id, now } = ctx;
  const id = newId(now);
  const row = await newRow(ctx, id, input);
  return transaction(db, async (tx) => {
    await assertBelowLimit(tx, ctx, 'skills');
    await queries.insertSkill(tx, account_id, row);
    const details = { name: row.name, kind: row.kind };
    await recordAudit(tx, ctx, { action: 'skill.created', target_id: id, details });
    return readOwn(tx, account_id, id);
  });
}

/**
 * Changes a skill. The config is merged with the locked row, so that an omitted secret is never kept for another
 * origin. With `expected`, fails with a 409 if another edit has changed one of these values meanwhile.
 */
export async function changeSkill(
  ctx: Context,
  id: string,
  changes: SkillChanges,
  expected?: ExpectedValues,
): Promise<Skill> {
  const { db, account_id, now, tools } = ctx;
  const current = await findOwn(db, account_id, id);
  const { config, arguments_schema, ...rest } = changes;
  if (arguments_schema) await tools.schemas.assertSchema(account_id, arguments_schema);
  if (config) await assertSkillConfig({ kind: current.kind, config, before: current }, tools);
  const context = skillSecretEncryptionContext(account_id, id, 'header');
  return transaction(db, async (tx) => {
    const before = await queries.lockSkill(tx, account_id, id);
    if (!before) throw notFound('Skill');
    const record = { target_id: id, actions: ['skill.changed'] };
    await assertNoEditConflict({
      expected,
      changes,
      current: shown(before, account_id),
      findLastChange: (members) => findLastChange(tx, account_id, record, members),
    });
    const sealed = config && sealSkillConfig({ kind: before.kind, config, context, before }, tools);
    const changed = changedMembers(before, {
      ...rest,
      ...(arguments_schema && { arguments_schema }),
      ...sealed,
    });
    if (hasNoMembers(changed)) return shown(before, account_id);
    await queries.updateSkill(tx, account_id, id, { ...changed, updated_at: now });
    await recordAudit(tx, ctx, {
      action: 'skill.changed',
      target_id: id,
      details: { members: namesOf(changed) },
    });
    return readOwn(tx, account_id, id);
  });
}

/** The names of changed members for the audit entry. The encrypted secret is reported as part of the config. */
function namesOf(changed: object): string[] {
  const names = Object.keys(changed).map((member) => (member === 'auth_value' ? 'config' : member));
  return [...new Set(names)];
}

/** Deletes a skill. Its executions remain in the log. */
export async function deleteSkill(ctx: Context, id: string): Promise<{ deleted: true }> {
  const { db, account_id } = ctx;
  await transaction(db, async (tx) => {
    if (!(await queries.deleteSkill(tx, account_id, id))) throw notFound('Skill');
    await recordAudit(tx, ctx, { action: 'skill.deleted', target_id: id });
  });
  return { deleted: true };
}

/** Returns the secret with which the customer's service verifies the signature of calls. */
export async function revealSkillSecret(ctx: Context, id: string): Promise<{ secret: string }> {
  const { db, account_id, tools } = ctx;
  return transaction(db, async (tx) => {
    const { signing_secret } = await findOwn(tx, account_id, id);
    await recordAudit(tx, ctx, { action: 'skill.secret_revealed', target_id: id });
    return {
      secret: tools.box.open(signing_secret, skillSecretEncryptionContext(account_id, id, 'signing')),
    };
  });
}

/** Replaces the signing secret. The next call is signed with the new secret only. */
export async function rotateSkillSecret(ctx: Context, id: string): Promise<{ secret: string }> {
  const { db, account_id, now, tools } = ctx;
  const secret = makeSigningSecret();
  const signing_secret = tools.box.seal(secret, skillSecretEncryptionContext(account_id, id, 'signing'));
  return transaction(db, async (tx) => {
    if (!(await queries.updateSkill(tx, account_id, id, { signing_secret, updated_at: now })))
      throw notFound('Skill');
    await recordAudit(tx, ctx, { action: 'skill.secret_rotated', target_id: id });
    return { secret };
  });
}

/** The associated data of an encrypted skill secret, so that it cannot be decrypted for another skill or purpose. */
export function skillSecretEncryptionContext(
  account_id: string,
  skill_id: string,
  which: 'header' | 'signing',
): string {
  return `skill ${which} ${account_id} ${skill_id}`;
}

async function newRow(
  { account_id, now, tools }: Context,
  id: string,
  { kind, config = {}, ...input }: NewSkill,
): Promise<queries.SkillRow> {
  const arguments_schema = input.arguments_schema ?? DEFAULT_ARGUMENT_SCHEMAS[kind];
  await tools.schemas.assertSchema(account_id, arguments_schema);
  await assertSkillConfig({ kind, config }, tools);
  const context = skillSecretEncryptionContext(account_id, id, 'header');
  return {
    id,
    name: input.name,
    description: input.description ?? '',
    kind,
    arguments_schema,
    response_target: input.response_target ?? 'api',
    is_active: input.is_active ?? true,
    ...sealSkillConfig({ kind, config, context }, tools),
    signing_secret: tools.box.seal(
      makeSigningSecret(),
      skillSecretEncryptionContext(account_id, id, 'signing'),
    ),
    created_at: now,
    updated_at: now,
  };
}

async function findOwn(db: Queryable, account_id: string, id: string): Promise<queries.StoredSkill> {
  const skill = await queries.findSkill(db, account_id, id);
  if (!skill) throw notFound('Skill');
  return skill;
}

async function readOwn(db: Queryable, account_id: string, id: string): Promise<Skill> {
  return shown(await findOwn(db, account_id, id), account_id);
}

/** Converts a stored skill for a response. Accounts do not see the config of platform skills. */
function shown(stored: queries.StoredSkill, account_id: string): Skill {
  const { account_id: owner_id, auth_value, signing_secret, config, ...skill } = stored;
  return { ...skill, config: owner_id === account_id ? config : {} };
}
