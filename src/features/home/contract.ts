import { Type, type Static } from '../../lib/schema/type.ts';
import { defineDashboardApi } from '../../access/dashboardApi.ts';
import { Answer, Nullable, OneOf, ReasonDetails, Timestamp, Uuid } from '../../lib/schema/schema.ts';
import { QueueHealth } from '../queues/contract.ts';
import { Seat } from '../seats/contract.ts';
import { Session } from '../sessions/contract.ts';
import { Task } from '../tasks/contract.ts';
import { RecentDeliveries } from '../webhooks/endpoints/contract.ts';

/** Upper limit of the rows that a chart reads, newest first, for daily figures without a rollup. */
export const MOST_CHARTED_ROWS = 20_000;

const Charted = Nullable(
  Type.Integer({
    description: `Null for days older than the newest ${MOST_CHARTED_ROWS} records; the count of the next day is incomplete`,
  }),
);

const ActivityDay = Answer({
  day: Type.String({ description: "YYYY-MM-DD, in the account's time zone" }),
  tasks_created: Type.Integer(),
  tasks_completed: Charted,
  sessions: Type.Integer(),
  minutes: Charted,
});
export type ActivityDay = Static<typeof ActivityDay>;

const DeliveryDay = Answer({
  day: Type.String({ description: "YYYY-MM-DD, in the account's time zone" }),
  delivered: Charted,
  failed: Charted,
});

const ApiCallDay = Answer({
  day: Type.String({ description: 'YYYY-MM-DD, in UTC' }),
  calls: Type.Integer(),
  errors: Type.Integer(),
});
export type ApiCallDay = Static<typeof ApiCallDay>;

const SetupSteps = Answer({
  invited: Type.Boolean(),
  seat: Type.Boolean(),
  paired: Type.Boolean(),
  first_session: Type.Boolean(),
  key: Type.Boolean(),
  first_call: Type.Boolean(),
  endpoint: Type.Boolean(),
  first_event: Type.Boolean(),
});
export type SetupSteps = Static<typeof SetupSteps>;

/** An endpoint whose deliveries fail now or failed recently. */
const TroubledEndpoint = Answer({
  id: Uuid,
  name: Nullable(Type.String()),
  url: Type.String(),
  recent: RecentDeliveries,
});

/** Upper limit for counts on the home page that read rows instead of a rollup. */
export const MOST_COUNTED_ROWS = 1_000;

const CountedUpTo = Type.Integer({
  maximum: MOST_COUNTED_ROWS,
  description: `${MOST_COUNTED_ROWS} means ${MOST_COUNTED_ROWS} or more`,
});

const AttentionCounts = Answer({
  queued_deletions: CountedUpTo,
  failed_deletions: CountedUpTo,
  expiring_invitations: Type.Integer(),
  ending_keys: Type.Integer(),
  pending_procedures: CountedUpTo,
});
export type AttentionCounts = Static<typeof AttentionCounts>;

/** The first tasks, the seats and the latest sessions of the signed-in user. */
export const MemberHome = Answer({
  tasks: Type.Array(Task),
  open_tasks: Type.Integer(),
  overdue_tasks: CountedUpTo,
  sessions: Type.Array(Session),
  seats: Type.Array(Seat),
});
export type MemberHome = Static<typeof MemberHome>;

const WorkActivity = Answer({
  kind: OneOf(['task_created', 'task_completed', 'session_completed', 'session_failed']),
  at: Timestamp,
  actor: Answer({ kind: Type.String(), id: Nullable(Uuid), name: Nullable(Type.String()) }),
  /** The task or session. A session can have no name. */
  record: Answer({ id: Uuid, name: Nullable(Type.String()) }),
});
export type WorkActivity = Static<typeof WorkActivity>;

/** The first running sessions, their number, and the newest activity of the account. */
export const HomeActivity = Answer({
  running: Type.Array(Session),
  running_total: Type.Integer(),
  recent: Type.Array(WorkActivity),
});
export type HomeActivity = Static<typeof HomeActivity>;

/** Summary of an account for its home page. `for_admins` is null for members. */
export const Home = Answer({
  open_tasks: Type.Integer(),
  overdue_tasks: CountedUpTo,
  running_sessions: Type.Integer(),
  days: Type.Array(ActivityDay),
  for_admins: Nullable(
    Answer({
      steps: SetupSteps,
      /** The newest endpoint. The setup guide offers to send a first event to it. */
      newest_endpoint_id: Nullable(Uuid),
      endpoints: Type.Array(TroubledEndpoint),
      attention: AttentionCounts,
      deliveries: Type.Array(DeliveryDay),
      calls: Type.Array(ApiCallDay),
    }),
  ),
});
export type Home = Static<typeof Home>;

const WaitingAppReviewCount = Answer({ waiting: Type.Integer(), oldest_at: Nullable(Timestamp) });
export type WaitingAppReviewCount = Static<typeof WaitingAppReviewCount>;

const AccountCounts = Answer({
  total: Type.Integer(),
  suspended: Type.Integer(),
  /** Number of accounts created in the last 30 days. */
  fresh: Type.Integer(),
});
export type AccountCounts = Static<typeof AccountCounts>;

/** Summary of the installation for the platform's staff. */
export const StaffHome = Answer({
  reviews: WaitingAppReviewCount,
  accounts: AccountCounts,
  queues: Type.Array(QueueHealth),
  failing_endpoints: Type.Integer(),
  /** Number of mails of the last seven days that were abandoned after the final attempt. */
  lost_mails: Type.Integer(),
  /** Null if no backup schedule is configured. */
  backups: Nullable(
    Answer({
      made_at: Nullable(Timestamp),
      /** The time of the newest attempt, if it failed. */
      failed_at: Nullable(Timestamp),
      reason: Nullable(Type.String()),
      reason_details: ReasonDetails,
      is_late: Type.Boolean(),
    }),
  ),
  calls: Type.Array(ApiCallDay),
  at: Timestamp,
});
export type StaffHome = Static<typeof StaffHome>;

/** Opaque version of each list. A version changes when one of the newest records changes or a new event occurs. */
export const ListVersions = Answer({
  tasks: Type.String(),
  sessions: Type.String(),
  documents: Type.String(),
});
export type ListVersions = Static<typeof ListVersions>;

export const homeApi = defineDashboardApi({
  'GET /versions': { role: 'member', answer: ListVersions },
  'GET /home': { role: 'member', needs_sign_in: true, answer: Home },
  'GET /home/own': { role: 'member', answer: MemberHome },
  'GET /home/activity': { role: 'member', answer: HomeActivity },
  'GET /staff/home': { role: 'staff', answer: StaffHome },
});
