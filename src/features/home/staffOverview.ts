import type { Platform } from '../../access/platform.ts';
import { DAY_MS } from '../../lib/time/clock.ts';
import { readScheduledBackups } from '../backups/state.ts';
import { readQueues } from '../queues/queues.ts';
import type { StaffHome } from './contract.ts';
import * as queries from './sql/staff.ts';

const DAYS = 14;
const FRESH_MS = 30 * DAY_MS;
const LOST_MS = 7 * DAY_MS;

/** Open work of the staff, and the health of background work. */
export async function readStaffHome(platform: Platform): Promise<StaffHome> {
  const { db, now } = platform;
  const ago = (ms: number) => new Date(now.getTime() - ms);
  const [reviews, accounts, lost_mails, backups, calls, { queues, failing_endpoints, at }] =
    await Promise.all([
      queries.countReviews(db),
      queries.countPlatformAccounts(db, ago(FRESH_MS)),
      queries.countLostMails(db, ago(LOST_MS)),
      readScheduledBackups(db, now),
      queries.listPlatformCallDays(db, { since: ago((DAYS - 1) * DAY_MS), now }),
      readQueues(platform),
    ]);
  const failing = failing_endpoints.filter(({ recent }) => recent.status === 'failing').length;
  return { reviews, accounts, queues, failing_endpoints: failing, lost_mails, backups, calls, at };
}
