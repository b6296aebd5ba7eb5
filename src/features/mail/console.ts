import { serve } from '../../doors/signIn.ts';
import { mailApi } from './contract.ts';
import { listMails, resendMail } from './outbox.ts';

export const mailConsole = serve(mailApi, {
  'GET /staff/mails': (staff, { query }) => listMails(staff, query),
  'POST /staff/mails/send': (staff, { query }) => resendMail(staff, query),
});
