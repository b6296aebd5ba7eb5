import { queryOptions } from '@tanstack/react-query';
import type { MailPage, OutgoingMail } from '../../../src/features/mail/contract.ts';
import { consoleClient, type Query } from '../../api/client.ts';
import { useAct } from '../../api/useAct.ts';
import { LIST, type Listed } from '../../components/list.ts';

export type { OutgoingMail };

const EVERY_MS = 10_000;

export function mailsQuery(filter: Query) {
  return queryOptions({
    ...LIST,
    queryKey: ['mails', filter],
    queryFn: async ({ signal }): Promise<Listed<OutgoingMail>> => {
      const { mails, ...page } = await consoleClient.get<MailPage>('/staff/mails', filter, signal);
      return { rows: mails, ...page };
    },
    refetchInterval: EVERY_MS,
  });
}

export function useSendAgain() {
  return useAct(
    ({ account_id, id }: OutgoingMail) =>
      consoleClient.post('/staff/mails/send', undefined, { account_id, mail_id: id }),
    { changes: ['mails'], says: 'The mail is on its way' },
  );
}
