import { Type, type Static } from 'typebox';
import { notBlank } from '../../lib/rules.ts';
import { Input, Uuid } from '../../lib/schema.ts';

const contents = {
  skill_ids: Type.Optional(Type.Array(Uuid, { maxItems: 500 })),
  collection_ids: Type.Optional(Type.Array(Uuid, { maxItems: 500 })),
  procedure_ids: Type.Optional(Type.Array(Uuid, { maxItems: 500 })),
};

export const NewBundle = Input({
  name: Type.String(notBlank(200)),
  description: Type.Optional(Type.String({ maxLength: 10_000 })),
  ...contents,
});
export type NewBundle = Static<typeof NewBundle>;

/** A list that is sent replaces the whole of it. */
export const BundleChanges = Input({
  name: Type.Optional(Type.String(notBlank(200))),
  description: Type.Optional(Type.String({ maxLength: 10_000 })),
  ...contents,
});
export type BundleChanges = Static<typeof BundleChanges>;

export type Named = { id: string; name: string };

export type Bundle = {
  id: string;
  name: string;
  description: string;
  skills: Named[];
  collections: Named[];
  /** Only those that are still approved. */
  procedures: Named[];
  /** How many accounts it is allocated to, as a whole or by seats. */
  accounts: number;
  created_at: string;
  updated_at: string;
};

/** Without seats it is for the whole account. */
export type Allocation = { account_id: string; bundle_id: string; seat_ids?: readonly string[] | undefined };
