import { platformActor, type Platform } from '../../access/platform.ts';
import { notFound } from '../../access/notFound.ts';
import { conflict } from '../../lib/errors.ts';
import { mailReasons } from './reasons.ts';
import { cutPage } from '../../lib/sql/paging.ts';
import { transaction } from '../../lib/sql/sql.ts';
import { recordAudit } from '../../audit/audit.ts';
import type { MailFilter, MailPage } from './contract.ts';
import * as queries from './sql/outbox.ts';

/** Lists mails, newest first: sent ones, and waiting ones with the reason. */
export async function listMails({ db }: Platform, filter: MailFilter): Promise<MailPage> {
  const { limit, offset } = filter;
  const found = await queries.listMails(db, { ...filter, limit: limit + 1 });
  const { shown, has_more } = cutPage(found, limit);
  return { mails: shown, has_more, limit, offset };
}

/** Tries a waiting mail at once. A finished mail has no text or link any more. */
export async function resendMail(
  platform: Platform,
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
