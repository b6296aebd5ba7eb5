import { queryString } from '../../api/client.ts';
import type { OperationKey } from '../../api/operations.ts';
import { t } from '../../language/t.ts';

/** `words` are further words that find the action. They are not shown. */
type SearchAction = { label: string; words: string; address: string; needs: OperationKey };

const BLANK = queryString({ new: 1 });

const ACTIONS: readonly SearchAction[] = [
  {
    label: t('New task'),
    words: t('task work order to-do assign'),
    address: `/tasks${BLANK}`,
    needs: 'POST /tasks',
  },
  {
    label: t('Invite a person'),
    words: t('person people user member admin trainer invitation'),
    address: `/people${BLANK}`,
    needs: 'POST /people',
  },
  {
    label: t('Invite several people'),
    words: t('people users members list import CSV invitations'),
    address: `/people${queryString({ list: 1 })}`,
    needs: 'POST /people/list',
  },
  {
    label: t('New seat'),
    words: t('seat glasses headset device licence license pair'),
    address: `/seats${BLANK}`,
    needs: 'POST /seats',
  },
  {
    label: t('New form'),
    words: t('form template checklist sheet'),
    address: '/forms/edit',
    needs: 'PUT /forms',
  },
  {
    label: t('New skill'),
    words: t('skill tool function agent'),
    address: `/skills${BLANK}`,
    needs: 'POST /skills',
  },
  {
    label: t('Create key'),
    words: t('API key token credential secret'),
    address: `/keys${BLANK}`,
    needs: 'POST /keys',
  },
  {
    label: t('Add endpoint'),
    words: t('webhook endpoint URL subscribe events'),
    address: `/webhooks${BLANK}`,
    needs: 'POST /endpoints',
  },
  {
    label: t('Register app'),
    words: t('app application OAuth client'),
    address: `/apps${BLANK}`,
    needs: 'POST /apps',
  },
  {
    label: t('Add integration'),
    words: t('integration connect system ERP'),
    address: `/integrations${BLANK}`,
    needs: 'POST /integrations',
  },
  {
    label: t('New account'),
    words: t('account customer tenant'),
    address: `/staff/accounts${BLANK}`,
    needs: 'POST /staff/accounts',
  },
  {
    label: t('Invite a staff member'),
    words: t('staff member operator invitation'),
    address: `/staff/members${BLANK}`,
    needs: 'POST /staff/members',
  },
];

/** Verbs that find every action. */
export const ACTION_VERBS = t('create add new make register invite');

/** Words of a sentence that say nothing about an action, as in “create a key”. */
export const FILLER_WORDS = t('a an the my to for of|fillers');

const ADDRESS = /^\S+@\S+\.\S+$/;

/** Lists the actions of the search. A typed email address adds an invitation. */
export function listSearchActions(typed: string): readonly SearchAction[] {
  if (!ADDRESS.test(typed)) return ACTIONS;
  const invite = {
    words: '',
    address: `/people${queryString({ new: typed })}`,
    needs: 'POST /people',
  } as const;
  return [{ label: t('Invite {typed}', { typed }), ...invite }, ...ACTIONS];
}
