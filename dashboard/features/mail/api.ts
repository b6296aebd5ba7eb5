import { queryOptions } from '@tanstack/react-query';
import type { OutgoingMail } from '../../../src/features/mail/contract.ts';
import { ask } from '../../api/client.ts';
import type { QueryOf } from '../../api/operations.ts';
import { useAct } from '../../api/useAct.ts';
import { LIST, type Listed } from '../../api/list.ts';
import { t } from '../../language/t.ts';

export type { OutgoingMail };

const EVERY_MS = 10_000;

export function mailsQuery(filter: QueryOf<'GET /staff/mails'>) {
  return queryOptions({
    ...LIST,
    queryKey: ['mails', filter],
    queryFn: async ({ signal }): Promise<Listed<OutgoingMail>> => {
      const { mails, ...page } = await ask('GET /staff/mails', { query: filter, signal });
      return { rows: mails, ...page };
    },
    refetchInterval: EVERY_MS,
  });
}

export function useSendAgain() {
  return useAct(
    (ask, { account_id, id }: OutgoingMail) =>
      ask('POST /staff/mails/send', { query: { account_id, mail_id: id } }),
    { changes: ['mails'], says: t('The mail is on its way') },
  );
}
