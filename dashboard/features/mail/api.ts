import { queryOptions } from '@tanstack/react-query';
import type { OutgoingMail } from '../../../src/features/mail/contract.ts';
import { callApi } from '../../api/client.ts';
import type { OperationQuery } from '../../api/operations.ts';
import { useApiMutation } from '../../api/useApiMutation.ts';
import { LIST_QUERY_OPTIONS, toListPage } from '../../api/list.ts';
import { t } from '../../language/t.ts';

export type { OutgoingMail };

const EVERY_MS = 10_000;

export function mailsQuery(filter: OperationQuery<'GET /staff/mails'>) {
  return queryOptions({
    ...LIST_QUERY_OPTIONS,
    queryKey: ['mails', filter],
    queryFn: ({ signal }) => toListPage('mails', callApi('GET /staff/mails', { query: filter, signal })),
    refetchInterval: EVERY_MS,
  });
}

export function useSendMailAgain() {
  return useApiMutation(
    (callApi, { account_id, id }: OutgoingMail) =>
      callApi('POST /staff/mails/send', { query: { account_id, mail_id: id } }),
    { changes: ['mails'], says: t('Sending the email') },
  );
}
