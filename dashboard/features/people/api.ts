import { queryOptions, useQuery } from '@tanstack/react-query';
import type { UserPage } from '../../../src/features/users/contract.ts';
import { consoleClient } from '../../api/client.ts';
import type { Option } from '../../components/FilterBar.tsx';

const MOST = 100;

const peopleQuery = queryOptions({
  queryKey: ['people', 'choice'],
  queryFn: ({ signal }) => consoleClient.get<UserPage>('/users', { status: 'active', limit: MOST }, signal),
  staleTime: 60_000,
});

/** The active people of the account, to choose from. */
export function usePeople(): readonly Option[] {
  const { data } = useQuery(peopleQuery);
  return (data?.users ?? []).map(({ id, full_name }) => ({ value: id, label: full_name }));
}
