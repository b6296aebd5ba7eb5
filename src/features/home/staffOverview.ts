import type { PlatformContext } from '../../access/platform.ts';
import { DAY_MS } from '../../lib/time/clock.ts';
import { readScheduledBackupState } from '../backups/state.ts';
import { readQueueOverview } from '../queues/queues.ts';
import type { StaffHome } from './contract.ts';
import * as queries from './sql/staff.ts';

const DAYS = 14;
const FRESH_MS = 30 * DAY_MS;
const LOST_MS = 7 * DAY_MS;

/** Reads the reviews that wait for staff, figures of the installation, and the health of background work. */
export async function readStaffHome(platform: PlatformContext): Promise<StaffHome> {
  const { db, now } = platform;
  const ago = (ms: number) => new Date(now.getTime() - ms);
  const [reviews, accounts, lost_mails, backups, calls, { queues, failing_endpoints, at }] =
    await Promise.all([
      queries.countWaitingAppReviews(db),
      queries.countPlatformAccounts(db, ago(FRESH_MS)),
      queries.countAbandonedMails(db, ago(LOST_MS)),
      readScheduledBackupState(db, now),
      queries.listPlatformCallDays(db, { since: ago((DAYS - 1) * DAY_MS), now }),
      readQueueOverview(platform),
    ]);
  const failing = failing_endpoints.filter(({ recent }) => recent.status === 'failing').length;
  return { reviews, accounts, queues, failing_endpoints: failing, lost_mails, backups, calls, at };
}
