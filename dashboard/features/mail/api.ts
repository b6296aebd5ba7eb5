import { queryOptions } from '@tanstack/react-query';
import type { OutgoingMail } from '../../../src/features/mail/contract.ts';
import { callApi } from '../../api/client.ts';
import type { OperationQuery } from '../../api/operations.ts';
import { useApiMutation } from '../../api/useApiMutation.ts';
import { LIST, type ListPageData } from '../../api/list.ts';
import { t } from '../../language/t.ts';

export type { OutgoingMail };

const EVERY_MS = 10_000;

export function mailsQuery(filter: OperationQuery<'GET /staff/mails'>) {
  return queryOptions({
    ...LIST,
    queryKey: ['mails', filter],
    queryFn: async ({ signal }): Promise<ListPageData<OutgoingMail>> => {
      const { mails, ...page } = await callApi('GET /staff/mails', { query: filter, signal });
      return { rows: mails, ...page };
    },
    refetchInterval: EVERY_MS,
  });
}

export function useSendAgain() {
  return useApiMutation(
    (callApi, { account_id, id }: OutgoingMail) =>
      callApi('POST /staff/mails/send', { query: { account_id, mail_id: id } }),
    { changes: ['mails'], says: t('Sending the email') },
  );
}
