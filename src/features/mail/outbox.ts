import { platformActor, type PlatformContext } from '../../access/platform.ts';
import { notFound } from '../../access/notFound.ts';
import { serveDashboardApi } from '../../doors/signIn.ts';
import { conflict } from '../../lib/errors.ts';
import { mailReasons } from './reasons.ts';
import { cutPage } from '../../lib/sql/paging.ts';
import { transaction } from '../../lib/sql/sql.ts';
import { recordAudit } from '../../audit/audit.ts';
import { mailApi, type MailFilter, type MailPage } from './contract.ts';
import * as queries from './sql/outbox.ts';

export const mailDashboardRoutes = serveDashboardApi(mailApi, {
  'GET /staff/mails': (staff, { query }) => listMails(staff, query),
  'POST /staff/mails/send': (staff, { query }) => resendMail(staff, query),
});

/** Lists mails of all accounts, newest first, with the last error of each mail. */
async function listMails({ db }: PlatformContext, filter: MailFilter): Promise<MailPage> {
  const { limit, offset } = filter;
  const found = await queries.listMails(db, { ...filter, limit: limit + 1 });
  const { shown, has_more } = cutPage(found, limit);
  return { mails: shown, has_more, limit, offset };
}

/**
 * Makes a waiting mail due now. A mail that was sent or given up is rejected, because its text and link are deleted.
 */
async function resendMail(
  platform: PlatformContext,
  { account_id, mail_id }: { account_id: string; mail_id: string },
): Promise<{ state: 'waiting' }> {
  const { db, now } = platform;
  return transaction(db, async (tx) => {
    const mail = await queries.lockMail(tx, account_id, mail_id);
    if (!mail) throw notFound('Mail');
    if (mail.state !== 'waiting') throw conflict('state', mailReasons.mail_not_waiting);
    await queries.makeMailDue(tx, account_id, mail_id, now);
    const by = { account_id, actor: platformActor(platform), now };
    await recordAudit(tx, by, {
      action: 'mail.sent_early',
      target_id: mail_id,
      details: { subject: mail.subject },
    });
    return { state: 'waiting' };
  });
}
