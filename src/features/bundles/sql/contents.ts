import { PLATFORM_ACCOUNT_ID } from '../../../access/platform.ts';
import type { Queryable } from '../../../lib/sql/sql.ts';
import type { Bundle, NamedItem } from '../contract.ts';

type Described = Omit<Bundle, 'skills' | 'collections' | 'procedures' | 'accounts'>;
type Content = NamedItem & { bundle_id: string };

// across accounts: staff see all bundles
export async function listBundles(db: Queryable, id?: string): Promise<Bundle[]> {
  const bundles = await db<Described[]>`
    select bundle.id, bundle.name, bundle.description, bundle.created_at, bundle.updated_at
    from bundles as bundle
    where bundle.account_id = ${PLATFORM_ACCOUNT_ID}
      ${id === undefined ? db`` : db`and bundle.id = ${id}`}
    order by bundle.name`;
  const ids = bundles.map((bundle) => bundle.id);
  const [skills, collections, procedures, accounts] = await Promise.all([
    listSkills(db, ids),
    listCollections(db, ids),
    listProcedures(db, ids),
    countAccounts(db, ids),
  ]);
  const of = (bundle_id: string, contents: readonly Content[]): NamedItem[] =>
    contents.filter((one) => one.bundle_id === bundle_id).map(({ id, name }) => ({ id, name }));
  return bundles.map(({ created_at, updated_at, ...bundle }) => ({
    ...bundle,
    skills: of(bundle.id, skills),
    collections: of(bundle.id, collections),
    procedures: of(bundle.id, procedures),
    accounts: accounts.get(bundle.id) ?? 0,
    created_at,
    updated_at,
  }));
}

// across accounts: the contents of a bundle belong to the platform
async function listSkills(db: Queryable, bundle_ids: readonly string[]): Promise<Content[]> {
  return db<Content[]>`
    select content.bundle_id, skill.id, skill.name
    from bundle_skills as content
    join skills as skill
      on skill.account_id = ${PLATFORM_ACCOUNT_ID}
      and skill.id = content.skill_id
    where content.account_id = ${PLATFORM_ACCOUNT_ID}
      and content.bundle_id = any (${[...bundle_ids]}::uuid[])
    order by skill.name, skill.id`;
}

// across accounts: the contents of a bundle belong to the platform
async function listCollections(db: Queryable, bundle_ids: readonly string[]): Promise<Content[]> {
  return db<Content[]>`
    select content.bundle_id, collection.id, collection.name
    from bundle_collections as content
    join knowledge_collections as collection
      on collection.account_id = ${PLATFORM_ACCOUNT_ID}
      and collection.id = content.collection_id
    where content.account_id = ${PLATFORM_ACCOUNT_ID}
      and content.bundle_id = any (${[...bundle_ids]}::uuid[])
    order by collection.name, collection.id`;
}

// across accounts: a bundle may contain procedures of any account
async function listProcedures(db: Queryable, bundle_ids: readonly string[]): Promise<Content[]> {
  return db<Content[]>`
    select content.bundle_id, procedure.id, procedure.title as name
    from bundle_procedures as content
    join procedures as procedure
      on procedure.account_id = content.account_id
      and procedure.id = content.procedure_id
      and procedure.status = 'approved'
    where content.bundle_id = any (${[...bundle_ids]}::uuid[])
    order by procedure.title, procedure.id`;
}

// across accounts: a bundle can be allocated to any account
async function countAccounts(db: Queryable, bundle_ids: readonly string[]): Promise<Map<string, number>> {
  const counts = await db<{ bundle_id: string; accounts: number }[]>`
    select given.bundle_id, count(*)::int as accounts
    from (
      select allocation.account_id, allocation.bundle_id
      from bundle_allocations as allocation
      where allocation.bundle_id = any (${[...bundle_ids]}::uuid[])
      union
      select seat.account_id, seat.bundle_id
      from bundle_seats as seat
      where seat.bundle_id = any (${[...bundle_ids]}::uuid[])
    ) as given
    group by given.bundle_id`;
  return new Map(counts.map(({ bundle_id, accounts }) => [bundle_id, accounts]));
}
