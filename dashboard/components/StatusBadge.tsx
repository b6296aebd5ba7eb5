import classes from './StatusBadge.module.css';
import { t, type Label } from '../language/t.ts';

export type BadgeTone = 'good' | 'bad' | 'warn' | 'busy' | 'quiet';

/** The label and colour of every state. */
const STATES = {
  open: [t('Open'), 'quiet'],
  in_progress: [t('In progress'), 'busy'],
  completed: [t('Completed'), 'good'],
  cancelled: [t('Cancelled'), 'quiet'],
  failed: [t('Failed'), 'bad'],
  pending: [t('Pending'), 'warn'],
  delivered: [t('Delivered'), 'good'],
  sent: [t('Sent'), 'good'],
  queued: [t('Queued'), 'warn'],
  approved: [t('Approved'), 'good'],
  rejected: [t('Rejected'), 'bad'],
  withdrawn: [t('Withdrawn'), 'quiet'],
  active: [t('Active'), 'good'],
  inactive: [t('Inactive'), 'quiet'],
  invited: [t('Invited'), 'warn'],
  running: [t('Running'), 'busy'],
  success: [t('Success'), 'good'],
  failure: [t('Failure'), 'bad'],
  paired: [t('Paired'), 'good'],
  unpaired: [t('Not paired'), 'quiet'],
  paused: [t('Paused'), 'warn'],
  healthy: [t('Healthy'), 'good'],
  recovering: [t('Recovering'), 'warn'],
  failing: [t('Failing'), 'bad'],
  unused: [t('Never used'), 'quiet'],
  live: [t('Active'), 'good'],
  expired: [t('Expired'), 'quiet'],
  revoked: [t('Revoked'), 'quiet'],
  development: [t('Development'), 'busy'],
  suspended: [t('Suspended'), 'bad'],
  in_review: [t('In review'), 'warn'],
  waiting: [t('Waiting'), 'warn'],
  given_up: [t('Not delivered'), 'bad'],
  sent_back: [t('Returned'), 'warn'],
  keeping_up: [t('On schedule'), 'good'],
  retrying: [t('Retrying'), 'warn'],
  behind: [t('Delayed'), 'bad'],
  draft: [t('Draft'), 'quiet'],
  published: [t('Published'), 'good'],
  imported: [t('Imported'), 'good'],
  verified: [t('Verified'), 'good'],
  not_verified: [t('Not verified'), 'bad'],
  complete: [t('Complete'), 'good'],
  incomplete: [t('Incomplete'), 'warn'],
  processing: [t('Processing'), 'busy'],
  ready: [t('Ready'), 'good'],
  done: [t('Done'), 'good'],
  weak: [t('Weak match'), 'quiet'],
  on: [t('On'), 'good'],
  off: [t('Off'), 'quiet'],
} as const satisfies Record<string, readonly [Label, BadgeTone]>;

export type BadgeState = keyof typeof STATES;

export function stateLabel(state: BadgeState): Label {
  return STATES[state][0];
}

export function StatusBadge({ state }: { state: BadgeState }) {
  const [label, tone] = STATES[state];
  return <span className={`${classes['badge']} ${classes[tone]}`}>{label}</span>;
}
