import { queryString } from '../../api/client.ts';
import type { OperationKey } from '../../api/operations.ts';
import { t } from '../../language/t.ts';

type SearchAction = { label: string; address: string; needs: OperationKey };

const BLANK = queryString({ new: 1 });

const ACTIONS: readonly SearchAction[] = [
  { label: t('New task'), address: `/tasks${BLANK}`, needs: 'POST /tasks' },
  { label: t('Invite a person'), address: `/people${BLANK}`, needs: 'POST /people' },
  {
    label: t('Invite several people'),
    address: `/people${queryString({ list: 1 })}`,
    needs: 'POST /people/list',
  },
  { label: t('New seat'), address: `/seats${BLANK}`, needs: 'POST /seats' },
  { label: t('New form'), address: '/forms/edit', needs: 'PUT /forms' },
  { label: t('New skill'), address: `/skills${BLANK}`, needs: 'POST /skills' },
  { label: t('Create key'), address: `/keys${BLANK}`, needs: 'POST /keys' },
  { label: t('Add endpoint'), address: `/webhooks${BLANK}`, needs: 'POST /endpoints' },
  { label: t('Register app'), address: `/apps${BLANK}`, needs: 'POST /apps' },
  { label: t('Add integration'), address: `/integrations${BLANK}`, needs: 'POST /integrations' },
  { label: t('New account'), address: `/staff/accounts${BLANK}`, needs: 'POST /staff/accounts' },
  { label: t('Invite a staff member'), address: `/staff/members${BLANK}`, needs: 'POST /staff/members' },
];

const ADDRESS = /^\S+@\S+\.\S+$/;

/** The actions of the search. A typed email address adds an invitation. */
export function listSearchActions(typed: string): readonly SearchAction[] {
  if (!ADDRESS.test(typed)) return ACTIONS;
  const invite = { address: `/people${queryString({ new: typed })}`, needs: 'POST /people' } as const;
  return [{ label: t('Invite {typed}', { typed }), ...invite }, ...ACTIONS];
}
