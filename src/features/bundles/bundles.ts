import * as queries from './sql/bundles.ts';
import * as contents from './sql/contents.ts';
import * as overview from './sql/overview.ts';
import type { Context } from '../../access/context.ts';
import { assertNoEditConflict } from '../../access/editConflict.ts';
import {
  actAsPlatform,
  PLATFORM_ACCOUNT_ID,
  platformActor,
  type PlatformContext,
} from '../../access/platform.ts';
import { changedMembers, hasNoMembers } from '../../lib/sql/changedMembers.ts';
import { notFound } from '../../access/notFound.ts';
import { badRequest, conflict } from '../../lib/errors.ts';
import { bundleReasons } from './reasons.ts';
import type { Reason } from '../../lib/text/reasons.ts';
import { newId } from '../../lib/ids.ts';
import { errorCode, transaction, type Queryable, type Transaction } from '../../lib/sql/sql.ts';
import { assertAccountExists } from '../accounts/accounts.ts';
import { recordAudit } from '../../audit/audit.ts';
import { findLastChange } from '../../audit/lastChange.ts';
import type {
  BundleAllocation,
  Bundle,
  BundleChanges,
  NamedItem,
  NewBundle,
  ApprovedProcedure,
  BundleHolder,
  ProcedureSearch,
} from './contract.ts';

const UNIQUE_VIOLATION = '23505';

export function listBundles({ db }: PlatformContext): Promise<Bundle[]> {
  return contents.listBundles(db);
}

async function readBundle({ db }: PlatformContext, id: string): Promise<Bundle> {
  const [bundle] = await contents.listBundles(db, id);
  if (!bundle) throw notFound('Bundle');
  return bundle;
}

export async function createBundle(
  platform: PlatformContext,
  { name, description = '', ...contents }: NewBundle,
): Promise<Bundle> {
  const { db, now } = platform;
  const id = newId(now);
  await withNameConflict(name, () =>
    transaction(db, async (tx) => {
      await queries.insertBundle(tx, { id, name, description, created_at: now, updated_at: now });
      await replaceContents(tx, id, contents);
      await recordAudit(tx, actAsPlatform(platform), {
        action: 'bundle.created',
        target_id: id,
        details: { name },
      });
    }),
  );
  return readBundle(platform, id);
}

/** With `expected`, fails with a 409 if another edit has changed one of these values meanwhile. */
export async function changeBundle(
  platform: PlatformContext,
  id: string,
  changes: BundleChanges,
  expected?: BundleChanges,
): Promise<Bundle> {
  const { db, now } = platform;
  const before = await readBundle(platform, id);
  const changed = changedMembers(normalizeContents(changesTo(before)), normalizeContents(changes));
  if (hasNoMembers(changed)) return before;
  const { skill_ids, collection_ids, procedure_ids, ...rest } = changed;
  await withNameConflict(rest.name ?? '', () =>
    transaction(db, async (tx) => {
      if (expected) await assertExpectedBundle(tx, platform, id, { changes, expected });
      if (!(await queries.updateBundle(tx, id, { ...rest, updated_at: now }))) throw notFound('Bundle');
      await replaceContents(tx, id, changed);
      const details = { members: Object.keys(changed) };
      await recordAudit(tx, actAsPlatform(platform), { action: 'bundle.changed', target_id: id, details });
    }),
  );
  return readBundle(platform, id);
}

/** Locks the bundle with a write: on Citus, the first write must precede the first parallel query over all shards. */
async function assertExpectedBundle(
  tx: Transaction,
  { now }: PlatformContext,
  id: string,
  { changes, expected }: { changes: BundleChanges; expected: BundleChanges },
): Promise<void> {
  await queries.updateBundle(tx, id, { updated_at: now });
  const [bundle] = await contents.listBundles(tx, id);
  if (!bundle) throw notFound('Bundle');
  const namesOf = (items: readonly NamedItem[]) => items.map(({ name }) => name).join('\n');
  const record = { target_id: id, actions: ['bundle.changed'] };
  await assertNoEditConflict({
    expected: normalizeContents(expected),
    changes: normalizeContents(changes),
    current: normalizeContents(changesTo(bundle)),
    names: {
      skill_ids: namesOf(bundle.skills),
      collection_ids: namesOf(bundle.collections),
      procedure_ids: namesOf(bundle.procedures),
    },
    findLastChange: (members) => findLastChange(tx, PLATFORM_ACCOUNT_ID, record, members),
  });
}

/** Deletes a bundle. Fails with a conflict while the bundle is allocated to an account or to a seat. */
export async function deleteBundle(platform: PlatformContext, id: string): Promise<{ deleted: true }> {
  await transaction(platform.db, async (tx) => {
    const bundle = await queries.lockBundle(tx, id);
    if (!bundle) throw notFound('Bundle');
    // On Citus, a transaction must write to a reference table before its first parallel query over all shards.
    await queries.deleteBundle(tx, id);
    if (await queries.isBundleAllocated(tx, id)) throw conflict('bundle_id', bundleReasons.bundle_allocated);
    await recordAudit(tx, actAsPlatform(platform), {
      action: 'bundle.deleted',
      target_id: id,
      details: { name: bundle.name },
    });
  });
  return { deleted: true };
}

/**
 * The allocation takes effect with the next request of the account. Without `seat_ids`, the bundle is allocated to the
 * whole account.
 */
export async function allocateBundle(
  platform: PlatformContext,
  { account_id, bundle_id, seat_ids }: BundleAllocation,
): Promise<{ allocated: true }> {
  const { db, now } = platform;
  await assertAccountExists(platform, account_id);
  await transaction(db, async (tx) => {
    if (!(await queries.hasBundle(tx, bundle_id))) throw notFound('Bundle');
    const added =
      seat_ids === undefined
        ? await queries.allocateBundleToAccount(tx, account_id, bundle_id, now)
        : await allocateSeats(tx, account_id, { bundle_id, seat_ids }, now);
    if (added > 0)
      await recordAllocation(tx, platform, 'bundle.allocated', { account_id, bundle_id, seat_ids });
  });
  return { allocated: true };
}

/**
 * The withdrawal takes effect with the next request of the account. Without `seat_ids`, the bundle is withdrawn from
 * the account and from all its seats.
 */
export async function withdrawBundle(
  platform: PlatformContext,
  { account_id, bundle_id, seat_ids }: BundleAllocation,
): Promise<{ withdrawn: true }> {
  await assertAccountExists(platform, account_id);
  await transaction(platform.db, async (tx) => {
    const removed =
      seat_ids === undefined
        ? await queries.withdrawBundleFromAccount(tx, account_id, bundle_id)
        : await queries.withdrawBundleFromSeats(tx, account_id, bundle_id, seat_ids);
    if (removed > 0)
      await recordAllocation(tx, platform, 'bundle.withdrawn', { account_id, bundle_id, seat_ids });
  });
  return { withdrawn: true };
}

/** Lists the bundles that are allocated to the account or to some of its seats. */
export function listBundlesOfAccountAndSeats({
  db,
  account_id,
}: Context): Promise<queries.AllocatedBundle[]> {
  return queries.listBundlesOfAccountAndSeats(db, account_id);
}

export async function findBundleOfSeat(
  db: Queryable,
  account_id: string,
  seat_id: string,
): Promise<NamedItem | null> {
  return (await queries.findBundleOfSeat(db, account_id, seat_id)) ?? null;
}

/** Converts a stored bundle into the shape of a change, so that the two can be compared member by member. */
function changesTo({ name, description, skills, collections, procedures }: Bundle): BundleChanges {
  const idsOf = (contents: readonly NamedItem[]) => contents.map(({ id }) => id);
  return {
    name,
    description,
    skill_ids: idsOf(skills),
    collection_ids: idsOf(collections),
    procedure_ids: idsOf(procedures),
  };
}

/** Sorts the lists of ids and removes duplicates, because the order of a bundle's contents has no meaning. */
function normalizeContents({
  skill_ids,
  collection_ids,
  procedure_ids,
  ...rest
}: BundleChanges): BundleChanges {
  const sorted = (ids: readonly string[]) => [...new Set(ids)].toSorted();
  return {
    ...rest,
    ...(skill_ids && { skill_ids: sorted(skill_ids) }),
    ...(collection_ids && { collection_ids: sorted(collection_ids) }),
    ...(procedure_ids && { procedure_ids: sorted(procedure_ids) }),
  };
}

async function replaceContents(tx: Transaction, id: string, contents: BundleChanges): Promise<void> {
  const { skill_ids, collection_ids, procedure_ids } = contents;
  if (skill_ids) {
    const count = await queries.replaceBundleContents(tx, id, 'skills', skill_ids);
    assertAll(count, skill_ids, 'skill_ids', bundleReasons.not_platform_skills);
  }
  if (collection_ids) {
    const count = await queries.replaceBundleContents(tx, id, 'collections', collection_ids);
    assertAll(count, collection_ids, 'collection_ids', bundleReasons.not_platform_collections);
  }
  if (procedure_ids) {
    const count = await queries.replaceBundleProcedures(tx, id, procedure_ids);
    assertAll(count, procedure_ids, 'procedure_ids', bundleReasons.not_approved_procedures);
  }
}

function assertAll(count: number, ids: readonly string[], field: string, reason: Reason): void {
  if (count !== new Set(ids).size) throw badRequest(field, reason);
}

async function allocateSeats(
  tx: Transaction,
  account_id: string,
  bundle: queries.BundleForSeats,
  now: Date,
): Promise<number> {
  const { found, added } = await queries.allocateBundleToSeats(tx, account_id, bundle, now);
  assertAll(found, bundle.seat_ids, 'seat_ids', bundleReasons.not_account_seats);
  return added;
}

/**
 * Writes an entry to the audit log of the account (not of the platform), because the contents that the account can use
 * change.
 */
async function recordAllocation(
  tx: Transaction,
  platform: PlatformContext,
  action: 'bundle.allocated' | 'bundle.withdrawn',
  { account_id, bundle_id, seat_ids }: BundleAllocation,
): Promise<void> {
  const details = seat_ids === undefined ? {} : { seat_ids };
  const actor = platformActor(platform);
  await recordAudit(tx, { account_id, actor, now: platform.now }, { action, target_id: bundle_id, details });
}

async function withNameConflict<T>(name: string, work: () => Promise<T>): Promise<T> {
  try {
    return await work();
  } catch (error) {
    if (errorCode(error) === UNIQUE_VIOLATION)
      throw conflict('name', bundleReasons.bundle_name_taken({ name }));
    throw error;
  }
}

/** Lists the first 100 accounts, by name, to which the bundle is allocated. */
export function listBundleHolders({ db }: PlatformContext, id: string): Promise<BundleHolder[]> {
  return overview.listBundleHolders(db, id);
}

/** Lists the newest approved procedures of all accounts that match the search. They can be added to a bundle. */
export function listApprovedProcedures(
  { db }: PlatformContext,
  search: ProcedureSearch,
): Promise<ApprovedProcedure[]> {
  return overview.listApprovedProcedures(db, search);
}
