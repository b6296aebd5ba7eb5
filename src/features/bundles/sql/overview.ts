import type { Queryable } from '../../../lib/sql/sql.ts';
import { idsOf } from '../../../lib/schema/idList.ts';
import { andContainsWords } from '../../../lib/sql/containsWords.ts';
import type { ApprovedProcedure, BundleHolder, ProcedureSearch } from '../contract.ts';

// across accounts: staff see all accounts to which a bundle is allocated
export async function listBundleHolders(db: Queryable, bundle_id: string): Promise<BundleHolder[]> {
  return db<BundleHolder[]>`
    select
      account.id,
      account.name,
      case when not bool_or(given.seats is null) then max(given.seats) end as seats
    from (
      select allocation.account_id, null::int as seats
      from bundle_allocations as allocation
      where allocation.bundle_id = ${bundle_id}
      union all
      select seat.account_id, count(*)::int
      from bundle_seats as seat
      where seat.bundle_id = ${bundle_id}
      group by seat.account_id
    ) as given
    join accounts as account
      on account.id = given.account_id
    group by account.id, account.name
    order by account.name, account.id
    limit 100`;
}

// across accounts: a bundle may contain procedures of any account
export async function listApprovedProcedures(
  db: Queryable,
  { search, procedure_ids }: ProcedureSearch,
): Promise<ApprovedProcedure[]> {
  const text = db`lower(procedure.title || ' ' || account.name)`;
  return db<ApprovedProcedure[]>`
    select procedure.id, procedure.title as name, account.name as account_name
    from procedures as procedure
    join accounts as account
      on account.id = procedure.account_id
    where procedure.status = 'approved'
      ${andContainsWords(db, text, search)}
      ${procedure_ids === undefined ? db`` : db`and procedure.id = any (${idsOf(procedure_ids)}::uuid[])`}
    order by procedure.created_at desc, procedure.id desc
    limit 100`;
}
