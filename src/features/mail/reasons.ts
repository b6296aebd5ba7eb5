import { defineReasons } from '../../lib/text/reasons.ts';

export const mailReasons = defineReasons({
  mail_not_waiting: 'only a mail that waits can be sent again',
  address_mails: 'this address was sent {most} mails within a day, try again tomorrow',
  account_mails: 'this account sent {most} mails within a day, try again tomorrow',
});
