import { Type, type Static } from '../../lib/schema/type.ts';
import { defineDashboardApi } from '../../access/dashboardApi.ts';
import { nameRule } from '../../lib/schema/rules.ts';
import { Answer, IdList, Input, Nullable, Timestamp, Uuid } from '../../lib/schema/schema.ts';

const contents = {
  skill_ids: Type.Optional(Type.Array(Uuid, { maxItems: 500 })),
  collection_ids: Type.Optional(Type.Array(Uuid, { maxItems: 500 })),
  procedure_ids: Type.Optional(Type.Array(Uuid, { maxItems: 500 })),
};

export const NewBundle = Input({
  name: Type.String(nameRule(200)),
  description: Type.Optional(Type.String({ maxLength: 10_000 })),
  ...contents,
});
export type NewBundle = Static<typeof NewBundle>;

/** A list of ids in the request replaces the whole stored list. */
const BundleChanges = Input({
  name: Type.Optional(Type.String(nameRule(200))),
  description: Type.Optional(Type.String({ maxLength: 10_000 })),
  ...contents,
});
export type BundleChanges = Static<typeof BundleChanges>;
const BundleEdit = Input({ ...BundleChanges.properties, expected: Type.Optional(BundleChanges) });

const NamedItem = Answer({ id: Uuid, name: Type.String() });
export type NamedItem = Static<typeof NamedItem>;

export const Bundle = Answer({
  id: Uuid,
  name: Type.String(),
  description: Type.String(),
  skills: Type.Array(NamedItem),
  collections: Type.Array(NamedItem),
  /** Procedures whose approval was withdrawn later are omitted. */
  procedures: Type.Array(NamedItem),
  /** Number of accounts to which the whole bundle is allocated, or whose seats have the bundle. */
  accounts: Type.Integer(),
  created_at: Timestamp,
  updated_at: Timestamp,
});
export type Bundle = Static<typeof Bundle>;
const BundleList = Answer({ bundles: Type.Array(Bundle) });
const BundleRef = Input({ bundle_id: Uuid });

const BundleDeleted = Answer({ deleted: Type.Literal(true) });

/**
 * An account to which a bundle is allocated. `seats` is the number of its seats with the bundle, or null if all seats
 * have it.
 */
const BundleHolder = Answer({ id: Uuid, name: Type.String(), seats: Nullable(Type.Integer()) });
export type BundleHolder = Static<typeof BundleHolder>;
const HolderList = Answer({ accounts: Type.Array(BundleHolder) });

const ProcedureSearch = Input({
  search: Type.Optional(
    Type.String({ maxLength: 200, description: 'Words that the title or the name of the account contains' }),
  ),
  procedure_ids: Type.Optional(IdList),
});
export type ProcedureSearch = Static<typeof ProcedureSearch>;
const ApprovedProcedure = Answer({ id: Uuid, name: Type.String(), account_name: Type.String() });
export type ApprovedProcedure = Static<typeof ApprovedProcedure>;
const ApprovedList = Answer({ procedures: Type.Array(ApprovedProcedure) });

/** Without `seat_ids`, the bundle is allocated to the whole account. */
export const BundleAllocation = Input({
  account_id: Uuid,
  bundle_id: Uuid,
  seat_ids: Type.Optional(Type.Array(Uuid, { minItems: 1, maxItems: 500, uniqueItems: true })),
});
export type BundleAllocation = {
  account_id: string;
  bundle_id: string;
  seat_ids?: readonly string[] | undefined;
};
const Allocated = Answer({ allocated: Type.Literal(true) });
const Withdrawn = Answer({ withdrawn: Type.Literal(true) });

/**
 * A bundle of skills, collections and procedures that is allocated to an account. `seat_ids` is null if the bundle is
 * allocated to the whole account.
 */
const AllocatedContents = Answer({
  id: Uuid,
  name: Type.String(),
  seat_ids: Nullable(Type.Array(Uuid)),
  allocated_at: Timestamp,
});
export const AllocatedBundleList = Answer({ bundles: Type.Array(AllocatedContents) });
export type AllocatedBundleList = Static<typeof AllocatedBundleList>;
const AllocationQuery = Input({ account_id: Uuid });

export const bundlesApi = defineDashboardApi({
  'GET /staff/bundles': { role: 'staff', answer: BundleList },
  'POST /staff/bundles': { role: 'staff', body: NewBundle, answer: Bundle, status: 201 },
  'PATCH /staff/bundles': { role: 'staff', query: BundleRef, body: BundleEdit, answer: Bundle },
  'DELETE /staff/bundles': { role: 'staff', query: BundleRef, answer: BundleDeleted },
  'GET /staff/bundles/accounts': { role: 'staff', query: BundleRef, answer: HolderList },
  'GET /staff/procedures': { role: 'staff', query: ProcedureSearch, answer: ApprovedList },
  'GET /staff/allocations': { role: 'staff', query: AllocationQuery, answer: AllocatedBundleList },
  'POST /staff/allocations': { role: 'staff', body: BundleAllocation, answer: Allocated },
  'DELETE /staff/allocations': { role: 'staff', body: BundleAllocation, answer: Withdrawn },
});
