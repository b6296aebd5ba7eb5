import { Type, type Static } from 'typebox';
import { consoleApi } from '../lib/declaration.ts';
import { Answer, Input, Nullable, Page, Timestamp, TimestampInput, Uuid } from '../lib/schema.ts';

const AuditEntry = Answer({
  id: Uuid,
  action: Type.String(),
  actor: Answer({ kind: Type.String(), id: Nullable(Uuid), name: Nullable(Type.String()) }),
  target_id: Nullable(Type.String()),
  details: Type.Record(Type.String(), Type.Unknown()),
  created_at: Timestamp,
});
export type AuditEntry = Static<typeof AuditEntry>;

export const AuditFilter = Input({
  action: Type.Optional(
    Type.String({
      maxLength: 100,
      description: 'An action, or its first word: `app` takes every act on apps',
    }),
  ),
  target_id: Type.Optional(Type.String({ maxLength: 100 })),
  actor_id: Type.Optional(Uuid),
  from: Type.Optional(TimestampInput),
  to: Type.Optional(TimestampInput),
  ...Page,
});
export type AuditFilter = Static<typeof AuditFilter>;

export const AuditPage = Answer({
  entries: Type.Array(AuditEntry),
  has_more: Type.Boolean(),
  limit: Type.Integer(),
  offset: Type.Integer(),
});
export type AuditPage = Static<typeof AuditPage>;

export const auditApi = consoleApi(
  {
    'GET /audit': { summary: 'List who did what', role: 'admin', query: AuditFilter, answer: AuditPage },
  },
  { tag: 'Audit' },
);
