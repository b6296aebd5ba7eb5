import classes from './StatusBadge.module.css';

export type Tone = 'good' | 'bad' | 'warn' | 'busy' | 'quiet';

/** The label and colour of every state; the only place for them. */
const STATES = {
  open: ['Open', 'quiet'],
  in_progress: ['In progress', 'busy'],
  completed: ['Completed', 'good'],
  cancelled: ['Cancelled', 'quiet'],
  failed: ['Failed', 'bad'],
  pending: ['Pending', 'warn'],
  delivered: ['Delivered', 'good'],
  sent: ['Sent', 'good'],
  queued: ['Queued', 'warn'],
  approved: ['Approved', 'good'],
  rejected: ['Rejected', 'bad'],
  withdrawn: ['Withdrawn', 'quiet'],
  active: ['Active', 'good'],
  inactive: ['Inactive', 'quiet'],
  invited: ['Invited', 'warn'],
  running: ['Running', 'busy'],
  success: ['Success', 'good'],
  failure: ['Failure', 'bad'],
  paired: ['Paired', 'good'],
  unpaired: ['Not paired', 'quiet'],
  paused: ['Paused', 'warn'],
  healthy: ['Healthy', 'good'],
  recovering: ['Recovering', 'warn'],
  failing: ['Failing', 'bad'],
  unused: ['Not used yet', 'quiet'],
  live: ['Live', 'good'],
  expired: ['Expired', 'quiet'],
  revoked: ['Revoked', 'quiet'],
  development: ['Development', 'busy'],
  suspended: ['Suspended', 'bad'],
  in_review: ['In review', 'warn'],
  waiting: ['Waiting', 'warn'],
  given_up: ['Given up', 'bad'],
  sent_back: ['Sent back', 'warn'],
  keeping_up: ['Keeping up', 'good'],
  retrying: ['Retrying', 'warn'],
  behind: ['Behind', 'bad'],
  draft: ['Draft', 'quiet'],
  published: ['Published', 'good'],
  imported: ['Imported', 'good'],
  verified: ['Verified', 'good'],
  not_verified: ['Not verified', 'bad'],
  complete: ['Complete', 'good'],
  incomplete: ['Incomplete', 'warn'],
  processing: ['Processing', 'busy'],
  ready: ['Ready', 'good'],
  done: ['Done', 'good'],
  on: ['On', 'good'],
  off: ['Off', 'quiet'],
} as const satisfies Record<string, readonly [string, Tone]>;

export type State = keyof typeof STATES;

export function StatusBadge({ state }: { state: State }) {
  const [label, tone] = STATES[state];
  return <span className={`${classes['badge']} ${classes[tone]}`}>{label}</span>;
}
