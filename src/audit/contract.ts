import { Type, type Static } from '../lib/schema/type.ts';
import { defineDashboardApi } from '../access/dashboardApi.ts';
import {
  Answer,
  Input,
  Nullable,
  OneOf,
  Page,
  SearchedPageMembers,
  Timestamp,
  TimestampInput,
  Uuid,
} from '../lib/schema/schema.ts';
import type { AuditActionName } from './actions.ts';
import { TARGET_KINDS } from './rules.ts';
import { schemaReasons } from '../lib/schema/reasons.ts';

/** The record that an action changed. `target` is null after the record was deleted. */
const AuditTarget = Answer({
  kind: OneOf(TARGET_KINDS),
  name: Type.String(),
  /** The collection id of a document; null for other kinds. */
  parent_id: Nullable(Uuid),
});

const AuditEntry = Answer({
  id: Uuid,
  action: Type.String(),
  actor: Answer({ kind: Type.String(), id: Nullable(Uuid), name: Nullable(Type.String()) }),
  target_id: Nullable(Type.String()),
  target: Nullable(AuditTarget),
  details: Type.Record(Type.String(), Type.Unknown()),
  /** The IP address of the client; null for background work and commands. */
  address: Nullable(Type.String()),
  created_at: Timestamp,
});
export type { AuditActionName };
export type AuditEntry = Static<typeof AuditEntry>;

const narrowing = {
  action: Type.Optional(
    Type.String({
      maxLength: 100,
      description: 'An action, or its first word: `app` selects all actions on apps',
    }),
  ),
  target_id: Type.Optional(Type.String({ maxLength: 100 })),
  name: Type.Optional(
    Type.String({
      minLength: 1,
      maxLength: 200,
      rule: schemaReasons.length({ least: 1, most: 200 }),
      description: 'A part of the name of the target',
    }),
  ),
  actor_id: Type.Optional(Uuid),
  from: Type.Optional(TimestampInput),
  to: Type.Optional(TimestampInput),
};

/** The filter of a CSV export, which has no page. */
export const AuditExportFilter = Input(narrowing);
export type AuditExportFilter = Static<typeof AuditExportFilter>;

export const AuditFilter = Input({ ...narrowing, ...Page });
export type AuditFilter = Static<typeof AuditFilter>;

export const AuditPage = Answer({
  entries: Type.Array(AuditEntry),
  ...SearchedPageMembers,
});
export type AuditPage = Static<typeof AuditPage>;

export const auditApi = defineDashboardApi({
  'GET /audit': { role: 'admin', query: AuditFilter, answer: AuditPage },
});
