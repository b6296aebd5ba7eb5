import type { Queryable } from '../../lib/sql/sql.ts';
import * as queries from './sql/skills.ts';
import type { CallableSkill, AllocatedBundle, StoredSkill } from './sql/skills.ts';

/** A skill with the seats that may use it. An empty list means that the account is not entitled to it. */
type SkillWithSeats = StoredSkill & { seats: string[] | 'all' };

/** Finds a skill of the account or of the platform, with the seats that may use it. */
export async function findSkillWithSeats(
  db: Queryable,
  account_id: string,
  id: string,
): Promise<SkillWithSeats | undefined> {
  const own = await queries.findSkill(db, account_id, id);
  if (own) return { ...own, seats: 'all' };
  const shared = await queries.findPlatformSkill(db, id);
  if (!shared) return undefined;
  const [bundle_ids, given] = await Promise.all([
    queries.listBundleIdsOfSkill(db, id),
    queries.listBundlesOfAccountAndSeats(db, account_id),
  ]);
  return { ...shared, seats: seatsOf(given.filter(({ bundle_id }) => bundle_ids.includes(bundle_id))) };
}

function seatsOf(given: readonly AllocatedBundle[]): string[] | 'all' {
  const seats = given.map(({ seat_id }) => seat_id);
  return seats.includes(null) ? 'all' : seats.filter((seat_id) => seat_id !== null);
}

/** Lists the account's own skills and the platform skills in its bundles, newest first. */
export async function listUsableSkills(db: Queryable, account_id: string): Promise<StoredSkill[]> {
  const own = await queries.listOwnSkills(db, account_id);
  const bundle_ids = bundlesOf(await queries.listBundlesOfAccountAndSeats(db, account_id));
  if (bundle_ids.length === 0) return own;
  const given = await queries.listSkillsOfBundles(db, bundle_ids);
  return [...own, ...given].toSorted(
    (one, other) => other.created_at.localeCompare(one.created_at) || other.id.localeCompare(one.id),
  );
}

/** Lists the skills that a seat may execute. */
export async function listCallableSkillsOfSeat(
  db: Queryable,
  account_id: string,
  seat_id: string,
): Promise<CallableSkill[]> {
  const given = await queries.listBundlesOfAccountAndSeats(db, account_id);
  const bundle_ids = bundlesOf(given.filter((one) => one.seat_id === null || one.seat_id === seat_id));
  const shared = bundle_ids.length === 0 ? [] : await queries.listCallableSkillsOfBundles(db, bundle_ids);
  return queries.listCallableSkillsIncluding(db, account_id, shared);
}

function bundlesOf(given: readonly AllocatedBundle[]): string[] {
  return [...new Set(given.map(({ bundle_id }) => bundle_id))];
}
