import type { Context } from '../../access/context.ts';
import { actAsPlatform, platformActor, type Platform } from '../../access/platform.ts';
import { changedMembers, isEmpty } from '../../lib/sql/changedMembers.ts';
import { notFound } from '../../access/notFound.ts';
import { badRequest, conflict } from '../../lib/errors.ts';
import { bundleReasons } from './reasons.ts';
import type { Reason } from '../../lib/text/reasons.ts';
import { newId } from '../../lib/ids.ts';
import { errorCode, transaction, type Queryable, type Transaction } from '../../lib/sql/sql.ts';
import { assertAccount } from '../accounts/accounts.ts';
import { recordAudit } from '../../audit/audit.ts';
import type { Allocation, Bundle, BundleChanges, NamedItem, NewBundle } from './contract.ts';
import * as queries from './sql/bundles.ts';
import * as contents from './sql/contents.ts';

const UNIQUE_VIOLATION = '23505';

export function listBundles({ db }: Platform): Promise<Bundle[]> {
  return contents.listBundles(db);
}

async function readBundle({ db }: Platform, id: string): Promise<Bundle> {
  const [bundle] = await contents.listBundles(db, id);
  if (!bundle) throw notFound('Bundle');
  return bundle;
}

export async function createBundle(
  platform: Platform,
  { name, description = '', ...contents }: NewBundle,
): Promise<Bundle> {
  const { db, now } = platform;
  const id = newId(now);
  await named(name, () =>
    transaction(db, async (tx) => {
      await queries.insertBundle(tx, { id, name, description, created_at: now, updated_at: now });
      await fill(tx, id, contents);
      await recordAudit(tx, actAsPlatform(platform), {
        action: 'bundle.created',
        target_id: id,
        details: { name },
      });
    }),
  );
  return readBundle(platform, id);
}

export async function changeBundle(platform: Platform, id: string, changes: BundleChanges): Promise<Bundle> {
  const { db, now } = platform;
  const before = await readBundle(platform, id);
  const changed = changedMembers(inOrder(changesTo(before)), inOrder(changes));
  if (isEmpty(changed)) return before;
  const { skill_ids, collection_ids, procedure_ids, ...rest } = changed;
  await named(rest.name ?? '', () =>
    transaction(db, async (tx) => {
      if (!(await queries.updateBundle(tx, id, { ...rest, updated_at: now }))) throw notFound('Bundle');
      await fill(tx, id, changed);
      const details = { members: Object.keys(changed) };
      await recordAudit(tx, actAsPlatform(platform), { action: 'bundle.changed', target_id: id, details });
    }),
  );
  return readBundle(platform, id);
}

/** Deletes a bundle that no account has; allocations are withdrawn one by one first. */
export async function deleteBundle(platform: Platform, id: string): Promise<{ deleted: true }> {
  await transaction(platform.db, async (tx) => {
    const name = await queries.lockBundle(tx, id);
    if (name === undefined) throw notFound('Bundle');
    // A table that every server has whole is written before all accounts are asked.
    await queries.deleteBundle(tx, id);
    if (await queries.isAllocated(tx, id)) throw conflict('bundle_id', bundleReasons.bundle_allocated);
    await recordAudit(tx, actAsPlatform(platform), {
      action: 'bundle.deleted',
      target_id: id,
      details: { name },
    });
  });
  return { deleted: true };
}

/** Takes effect with the next request of the account. */
export async function allocateBundle(
  platform: Platform,
  { account_id, bundle_id, seat_ids }: Allocation,
): Promise<{ allocated: true }> {
  const { db, now } = platform;
  await assertAccount(platform, account_id);
  await transaction(db, async (tx) => {
    if (!(await queries.hasBundle(tx, bundle_id))) throw notFound('Bundle');
    const added =
      seat_ids === undefined
        ? await queries.allocate(tx, account_id, bundle_id, now)
        : await allocateSeats(tx, account_id, { bundle_id, seat_ids }, now);
    if (added > 0)
      await noteAllocation(tx, platform, 'bundle.allocated', { account_id, bundle_id, seat_ids });
  });
  return { allocated: true };
}

/** Takes effect with the next request. Without seats, it is withdrawn from all seats too. */
export async function withdrawBundle(
  platform: Platform,
  { account_id, bundle_id, seat_ids }: Allocation,
): Promise<{ withdrawn: true }> {
  await assertAccount(platform, account_id);
  await transaction(platform.db, async (tx) => {
    const removed =
      seat_ids === undefined
        ? await queries.withdraw(tx, account_id, bundle_id)
        : await queries.withdrawSeats(tx, account_id, bundle_id, seat_ids);
    if (removed > 0)
      await noteAllocation(tx, platform, 'bundle.withdrawn', { account_id, bundle_id, seat_ids });
  });
  return { withdrawn: true };
}

/** The bundle as an account sees it. */
export function listAllocatedBundles({ db, account_id }: Context): Promise<queries.AllocatedBundle[]> {
  return queries.listAllocations(db, account_id);
}

export async function findBundleOfSeat(
  db: Queryable,
  account_id: string,
  seat_id: string,
): Promise<NamedItem | null> {
  return (await queries.findBundleOfSeat(db, account_id, seat_id)) ?? null;
}

/** The change that would make a bundle what it is. */
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

/** The order of contents says nothing. */
function inOrder({ skill_ids, collection_ids, procedure_ids, ...rest }: BundleChanges): BundleChanges {
  const sorted = (ids: readonly string[]) => [...new Set(ids)].toSorted();
  return {
    ...rest,
    ...(skill_ids && { skill_ids: sorted(skill_ids) }),
    ...(collection_ids && { collection_ids: sorted(collection_ids) }),
    ...(procedure_ids && { procedure_ids: sorted(procedure_ids) }),
  };
}

async function fill(tx: Transaction, id: string, contents: BundleChanges): Promise<void> {
  const { skill_ids, collection_ids, procedure_ids } = contents;
  if (skill_ids) {
    const count = await queries.replaceContents(tx, id, 'skills', skill_ids);
    assertAll(count, skill_ids, 'skill_ids', bundleReasons.not_platform_skills);
  }
  if (collection_ids) {
    const count = await queries.replaceContents(tx, id, 'collections', collection_ids);
    assertAll(count, collection_ids, 'collection_ids', bundleReasons.not_platform_collections);
  }
  if (procedure_ids) {
    const count = await queries.replaceProcedures(tx, id, procedure_ids);
    assertAll(count, procedure_ids, 'procedure_ids', bundleReasons.not_approved_procedures);
  }
}

function assertAll(count: number, ids: readonly string[], field: string, reason: Reason): void {
  if (count !== new Set(ids).size) throw badRequest(field, reason);
}

async function allocateSeats(
  tx: Transaction,
  account_id: string,
  bundle: queries.SeatsOfBundle,
  now: Date,
): Promise<number> {
  const { found, added } = await queries.allocateSeats(tx, account_id, bundle, now);
  assertAll(found, bundle.seat_ids, 'seat_ids', bundleReasons.not_account_seats);
  return added;
}

/** Written to the account's own audit, since its rights change. */
async function noteAllocation(
  tx: Transaction,
  platform: Platform,
  action: 'bundle.allocated' | 'bundle.withdrawn',
  { account_id, bundle_id, seat_ids }: Allocation,
): Promise<void> {
  const details = seat_ids === undefined ? {} : { seat_ids };
  const actor = platformActor(platform);
  await recordAudit(tx, { account_id, actor, now: platform.now }, { action, target_id: bundle_id, details });
}

async function named<T>(name: string, work: () => Promise<T>): Promise<T> {
  try {
    return await work();
  } catch (error) {
    if (errorCode(error) === UNIQUE_VIOLATION)
      throw conflict('name', bundleReasons.bundle_name_taken({ name }));
    throw error;
  }
}
