import { Type, type Static } from '../lib/schema/type.ts';
import { consoleApi } from '../access/consoleApi.ts';
import {
  Answer,
  Input,
  Nullable,
  OneOf,
  Page,
  SearchedPageEnds,
  Timestamp,
  TimestampInput,
  Uuid,
} from '../lib/schema/schema.ts';
import { TARGET_KINDS } from './rules.ts';
import { schemaReasons } from '../lib/schema/reasons.ts';

/** The target of an act; its name is missing after it was deleted. */
const AuditTarget = Answer({
  kind: OneOf(TARGET_KINDS),
  name: Type.String(),
  /** The collection of a document. */
  parent_id: Nullable(Uuid),
});

const AuditEntry = Answer({
  id: Uuid,
  action: Type.String(),
  actor: Answer({ kind: Type.String(), id: Nullable(Uuid), name: Nullable(Type.String()) }),
  target_id: Nullable(Type.String()),
  target: Nullable(AuditTarget),
  details: Type.Record(Type.String(), Type.Unknown()),
  /** The IP address of the client; null for acts of the platform and of the command line. */
  address: Nullable(Type.String()),
  created_at: Timestamp,
});
export type AuditEntry = Static<typeof AuditEntry>;

const narrowing = {
  action: Type.Optional(
    Type.String({
      maxLength: 100,
      description: 'An action, or its first word: `app` takes every act on apps',
    }),
  ),
  target_id: Type.Optional(Type.String({ maxLength: 100 })),
  name: Type.Optional(
    Type.String({
      minLength: 1,
      maxLength: 200,
      rule: schemaReasons.length({ least: 1, most: 200 }),
      description: 'A part of the name of what was acted on',
    }),
  ),
  actor_id: Type.Optional(Uuid),
  from: Type.Optional(TimestampInput),
  to: Type.Optional(TimestampInput),
};

/** The filter of an export. */
export const AuditSelection = Input(narrowing);
export type AuditSelection = Static<typeof AuditSelection>;

export const AuditFilter = Input({ ...narrowing, ...Page });
export type AuditFilter = Static<typeof AuditFilter>;

export const AuditPage = Answer({
  entries: Type.Array(AuditEntry),
  ...SearchedPageEnds,
});
export type AuditPage = Static<typeof AuditPage>;

export const auditApi = consoleApi(
  {
    'GET /audit': { summary: 'List who did what', role: 'admin', query: AuditFilter, answer: AuditPage },
  },
  { tag: 'Audit' },
);
