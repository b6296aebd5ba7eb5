import { resource, type Resource } from '../../doors/declaration.ts';
import { staffOperation } from '../../doors/session.ts';
import { MailFilter, MailPage, MailQueued, MailRef } from './contract.ts';
import { listMails, sendMailAgain } from './outbox.ts';

const mails = resource(
  '/staff/mails',
  {
    GET: staffOperation({
      summary: 'List the mails of the installation',
      query: MailFilter,
      answer: MailPage,
      handle: (staff, { query }) => listMails(staff, query),
    }),
  },
  { tag: 'Staff' },
);

const again = resource(
  '/staff/mails/send',
  {
    POST: staffOperation({
      summary: 'Try a waiting mail at once',
      query: MailRef,
      answer: MailQueued,
      handle: (staff, { query }) => sendMailAgain(staff, query),
    }),
  },
  { tag: 'Staff' },
);

export const mailConsole: readonly Resource[] = [mails, again];
