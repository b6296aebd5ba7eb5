import { Type, type Static } from 'typebox';
import { Answer, Nullable, Uuid } from '../../lib/schema.ts';

const Day = Answer({
  day: Type.String({ description: 'YYYY-MM-DD, in UTC' }),
  tasks_created: Type.Integer(),
  tasks_completed: Type.Integer(),
  sessions: Type.Integer(),
  minutes: Type.Integer(),
});
export type Day = Static<typeof Day>;

const DeliveryDay = Answer({
  day: Type.String({ description: 'YYYY-MM-DD, in UTC' }),
  delivered: Type.Integer(),
  failed: Type.Integer(),
});
export type DeliveryDay = Static<typeof DeliveryDay>;

const CallDay = Answer({
  day: Type.String({ description: 'YYYY-MM-DD, in UTC' }),
  calls: Type.Integer(),
  errors: Type.Integer(),
});
export type CallDay = Static<typeof CallDay>;

const Steps = Answer({
  key: Type.Boolean(),
  first_call: Type.Boolean(),
  endpoint: Type.Boolean(),
  first_event: Type.Boolean(),
});
export type Steps = Static<typeof Steps>;

const Attention = Answer({
  failing_endpoints: Type.Array(Answer({ id: Uuid, url: Type.String(), failure_count: Type.Integer() })),
  queued_deletions: Type.Integer(),
  failed_deletions: Type.Integer(),
  expiring_invitations: Type.Integer(),
  pending_procedures: Type.Integer(),
});
export type Attention = Static<typeof Attention>;

/** What runs in the whole account; the part for admins is null for others. */
export const Home = Answer({
  open_tasks: Type.Integer(),
  overdue_tasks: Type.Integer(),
  running_sessions: Type.Integer(),
  days: Type.Array(Day),
  for_admins: Nullable(
    Answer({
      steps: Steps,
      /** Where a first event can be tried out. */
      newest_endpoint_id: Nullable(Uuid),
      attention: Attention,
      deliveries: Type.Array(DeliveryDay),
      calls: Type.Array(CallDay),
    }),
  ),
});
export type Home = Static<typeof Home>;
