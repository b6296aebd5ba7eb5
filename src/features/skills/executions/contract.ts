import { Type, type Static } from '../../../lib/schema/type.ts';
import {
  Answer,
  Input,
  Nullable,
  OneOf,
  Page,
  Person,
  ReasonDetails,
  SearchedPageMembers,
  Timestamp,
  TimestampInput,
  Uuid,
} from '../../../lib/schema/schema.ts';

const CALLERS = ['api', 'device', 'agent', 'dashboard'] as const;
/** The executions that reports count: all except test runs in the dashboard. */
const WITHOUT_TEST_RUNS = 'not_dashboard';
const AnyObject = Type.Unsafe<Record<string, unknown>>({ type: 'object' });

export const Execution = Answer({
  id: Uuid,
  skill_id: Uuid,
  skill_name: Type.String(),
  response_target: Type.String(),
  caller: OneOf(CALLERS),
  seat_id: Nullable(Uuid),
  user: Nullable(Person),
  role: Nullable(Type.String()),
  session_id: Nullable(Uuid),
  arguments: AnyObject,
  status: OneOf(['running', 'success', 'failure']),
  /** The HTTP status of the response; null for kinds without a call, or if no response arrived. */
  answer_status: Nullable(Type.Integer()),
  /** The first 4096 characters of the output. */
  answer: Nullable(Type.String()),
  error: Nullable(Type.String()),
  error_details: ReasonDetails,
  duration_ms: Nullable(Type.Integer()),
  executed_at: Timestamp,
});
export type Execution = Static<typeof Execution>;

export const ExecutionFilter = Input({
  skill_id: Type.Optional(Uuid),
  session_id: Type.Optional(Uuid),
  status: Type.Optional(OneOf(['running', 'success', 'failure'])),
  caller: Type.Optional(OneOf([...CALLERS, WITHOUT_TEST_RUNS])),
  user_id: Type.Optional(Uuid),
  from: Type.Optional(TimestampInput),
  to: Type.Optional(TimestampInput),
  ...Page,
});
export type ExecutionFilter = Static<typeof ExecutionFilter>;

export const ExecutionPage = Answer({
  executions: Type.Array(Execution),
  ...SearchedPageMembers,
});
export type ExecutionPage = Static<typeof ExecutionPage>;
