import { defineReasons } from '../../lib/text/reasons.ts';

export const mailReasons = defineReasons({
  mail_not_waiting: 'only a waiting email can be sent now',
  address_mails: 'this address already got {most} emails within a day; try again tomorrow',
  account_mails: 'this account already sent {most} emails within a day; try again tomorrow',
});
