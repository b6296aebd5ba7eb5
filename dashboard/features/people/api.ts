import { queryOptions, useQuery } from '@tanstack/react-query';
import type { Invited, UserPage } from '../../../src/features/users/contract.ts';
import type {
  NewPerson,
  Person,
  PersonChanges,
  PersonFilter,
  PersonPage,
} from '../../../src/features/users/people/contract.ts';
import type { PersonAccess } from '../../../src/features/users/access/contract.ts';
import { consoleClient } from '../../api/client.ts';
import { useAct } from '../../api/useAct.ts';
import type { Option } from '../../components/FilterBar.tsx';
import { LIST, type Listed } from '../../components/list.ts';

export type { NewPerson, Person, PersonAccess };

const MOST = 100;

const choiceQuery = queryOptions({
  queryKey: ['people', 'choice'],
  queryFn: ({ signal }) => consoleClient.get<UserPage>('/users', { status: 'active', limit: MOST }, signal),
  staleTime: 60_000,
});

/** The active people of the account, to choose from. */
export function usePeople(): readonly Option[] {
  const { data } = useQuery(choiceQuery);
  return (data?.users ?? []).map(({ id, full_name }) => ({ value: id, label: full_name }));
}

export function peopleQuery(filter: Partial<Record<keyof PersonFilter, string | number | undefined>>) {
  return queryOptions({
    ...LIST,
    queryKey: ['people', 'list', filter],
    queryFn: async ({ signal }): Promise<Listed<Person>> => {
      const { people, ...page } = await consoleClient.get<PersonPage>('/people', filter, signal);
      return { rows: people, ...page };
    },
  });
}

/** What somebody let in, and what would go on without them. */
export function accessQuery(user_id: string) {
  return queryOptions({
    queryKey: ['people', 'access', user_id],
    queryFn: ({ signal }) => consoleClient.get<PersonAccess>('/people/access', { user_id }, signal),
  });
}

const CHANGES = ['people', 'home', 'keys', 'connections'];

export function useInvite(onDone: () => void) {
  return useAct((person: NewPerson) => consoleClient.post<Invited>('/people', person), {
    changes: CHANGES,
    says: ({ message }) => message,
    onDone,
    shows_errors_itself: true,
  });
}

export function useInviteAgain() {
  return useAct(
    async ({ id, email }: Person) => {
      await consoleClient.post('/people/invitation', undefined, { user_id: id });
      return email;
    },
    { changes: CHANGES, says: (email) => `A new link is on its way to ${email}; the older one ended` },
  );
}

export function useCancelInvitation(onDone: () => void) {
  return useAct(({ id }: Person) => consoleClient.delete('/people/invitation', { user_id: id }), {
    changes: CHANGES,
    says: 'The invitation was cancelled',
    onDone,
  });
}

export function useChangePerson(says: string, onDone?: () => void) {
  return useAct(
    ({ id, ...changes }: PersonChanges & { id: string }) =>
      consoleClient.patch('/people', { user_id: id }, changes),
    { changes: CHANGES, says, ...(onDone && { onDone }) },
  );
}
