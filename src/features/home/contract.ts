import { Type, type Static } from '../../lib/schema/type.ts';
import { consoleApi } from '../../access/consoleApi.ts';
import { Answer, Nullable, Timestamp, Uuid } from '../../lib/schema/schema.ts';
import { QueueHealth } from '../queues/contract.ts';
import { Seat } from '../seats/contract.ts';
import { Session } from '../sessions/contract.ts';
import { Task } from '../tasks/contract.ts';
import { Recent } from '../webhooks/endpoints/contract.ts';

/** Figures of days that no counts have are those of the newest rows, at most this number of them. */
export const MOST_CHARTED = 20_000;

const Charted = Nullable(
  Type.Integer({
    description: `Null for a day before the newest ${MOST_CHARTED} records; the first day after is a part`,
  }),
);

const Day = Answer({
  day: Type.String({ description: "YYYY-MM-DD, in the account's time zone" }),
  tasks_created: Type.Integer(),
  tasks_completed: Charted,
  sessions: Type.Integer(),
  minutes: Charted,
});
export type Day = Static<typeof Day>;

const DeliveryDay = Answer({
  day: Type.String({ description: "YYYY-MM-DD, in the account's time zone" }),
  delivered: Charted,
  failed: Charted,
});

const CallDay = Answer({
  day: Type.String({ description: 'YYYY-MM-DD, in UTC' }),
  calls: Type.Integer(),
  errors: Type.Integer(),
});
export type CallDay = Static<typeof CallDay>;

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

/** An endpoint that fails, or failed lately. */
const TroubledEndpoint = Answer({
  id: Uuid,
  name: Nullable(Type.String()),
  url: Type.String(),
  recent: Recent,
});

/** Counts of the home page that read rows end at this number. */
export const MOST_COUNTED = 1_000;

const CountedUpTo = Type.Integer({
  maximum: MOST_COUNTED,
  description: `${MOST_COUNTED} stands for ${MOST_COUNTED} or more`,
});

const Attention = Answer({
  queued_deletions: CountedUpTo,
  failed_deletions: CountedUpTo,
  expiring_invitations: Type.Integer(),
  ending_keys: Type.Integer(),
  pending_procedures: CountedUpTo,
});
export type Attention = Static<typeof Attention>;

/** The user's own first tasks, seats and last sessions. */
export const MemberHome = Answer({
  tasks: Type.Array(Task),
  open_tasks: Type.Integer(),
  overdue_tasks: CountedUpTo,
  sessions: Type.Array(Session),
  seats: Type.Array(Seat),
});
export type MemberHome = Static<typeof MemberHome>;

/** The account at a glance; `for_admins` is null for members. */
export const Home = Answer({
  open_tasks: Type.Integer(),
  overdue_tasks: CountedUpTo,
  running_sessions: Type.Integer(),
  days: Type.Array(Day),
  for_admins: Nullable(
    Answer({
      steps: SetupSteps,
      /** The newest endpoint, to try a first event. */
      newest_endpoint_id: Nullable(Uuid),
      endpoints: Type.Array(TroubledEndpoint),
      attention: Attention,
      deliveries: Type.Array(DeliveryDay),
      calls: Type.Array(CallDay),
    }),
  ),
});
export type Home = Static<typeof Home>;

const WaitingCount = Answer({ waiting: Type.Integer(), oldest_at: Nullable(Timestamp) });
export type WaitingCount = Static<typeof WaitingCount>;

const AccountCounts = Answer({
  total: Type.Integer(),
  suspended: Type.Integer(),
  /** Made in the last thirty days. */
  fresh: Type.Integer(),
});
export type AccountCounts = Static<typeof AccountCounts>;

/** The installation at a glance, for the platform's staff. */
export const StaffHome = Answer({
  reviews: WaitingCount,
  accounts: AccountCounts,
  queues: Type.Array(QueueHealth),
  failing_endpoints: Type.Integer(),
  /** Mails that were given up in the last seven days. */
  lost_mails: Type.Integer(),
  /** Null where no schedule makes any. */
  backups: Nullable(
    Answer({
      made_at: Nullable(Timestamp),
      /** The time of the newest attempt, if it failed. */
      failed_at: Nullable(Timestamp),
      reason: Nullable(Type.String()),
      is_late: Type.Boolean(),
    }),
  ),
  calls: Type.Array(CallDay),
  at: Timestamp,
});
export type StaffHome = Static<typeof StaffHome>;

/** Each changes when its list does: the newest records, or what happened to any. */
export const Versions = Answer({
  tasks: Type.String(),
  sessions: Type.String(),
  documents: Type.String(),
});
export type Versions = Static<typeof Versions>;

export const homeApi = consoleApi(
  {
    'GET /versions': { summary: 'Tell whether lists changed', role: 'member', answer: Versions },
    'GET /home': { summary: 'Show the account at a glance', role: 'member', answer: Home },
    'GET /home/own': {
      summary: 'Show what is to do, was done and is worn',
      role: 'member',
      answer: MemberHome,
    },
    'GET /staff/home': { summary: 'Show the installation at a glance', role: 'staff', answer: StaffHome },
  },
  { tag: 'Home' },
);
