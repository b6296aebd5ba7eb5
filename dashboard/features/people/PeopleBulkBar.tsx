import type { OperationQuery } from '../../api/operations.ts';
import type { ListPageData } from '../../api/list.ts';
import { BulkBar } from '../../components/bulk/BulkBar.tsx';
import { BulkMenu } from '../../components/bulk/BulkMenu.tsx';
import type { BulkAction } from '../../components/bulk/bulkAction.ts';
import { useBulk } from '../../components/bulk/useBulk.tsx';
import type { MatchingSelection } from '../../hooks/useSelection.ts';
import type { Person } from './api.ts';
import {
  createSeatAdditionAction,
  createBulkPeopleChange,
  readMatchingPeople,
  createSeatReleaseAction,
} from './bulkPeople.ts';
import { t } from '../../language/t.ts';

type PeopleBulkBarProps = {
  selection: MatchingSelection<Person, Person>;
  page: ListPageData<Person> | undefined;
  filter: OperationQuery<'GET /people'>;
};

/** Changes the access, the status and the seats of the selected people. */
export function PeopleBulkBar({ selection, page, filter }: PeopleBulkBarProps) {
  const bulk = useBulk();
  const people = selection.matching ?? selection.chosen;
  const start = (createAction: () => BulkAction) => () => bulk.start(createAction(), selection.clear);
  return (
    <BulkBar
      bulk={bulk}
      label={t('Selected people')}
      selection={selection}
      page={page}
      readMatching={(signal) => readMatchingPeople(filter, signal)}
    >
      <BulkMenu
        label={t('Access')}
        items={[
          {
            label: t('Make admins'),
            onClick: start(() => createBulkPeopleChange(people, { access: 'admin' }, PROMOTE)),
          },
          {
            label: t('Make members'),
            onClick: start(() => createBulkPeopleChange(people, { access: 'member' }, DEMOTE)),
          },
        ]}
      />
      <BulkMenu
        label={t('Seat')}
        items={[
          { label: t('Create seats'), onClick: start(() => createSeatAdditionAction(people)) },
          {
            label: t('Remove from seats'),
            isDestructive: true,
            onClick: start(() => createSeatReleaseAction(people)),
          },
        ]}
      />
      <BulkMenu
        label={t('Status')}
        items={[
          {
            label: t('Reactivate'),
            onClick: start(() => createBulkPeopleChange(people, { status: 'active' }, REACTIVATE)),
          },
          {
            label: t('Deactivate'),
            isDestructive: true,
            onClick: start(() => createBulkPeopleChange(people, { status: 'inactive' }, DEACTIVATE)),
          },
        ]}
      />
    </BulkBar>
  );
}

const PROMOTE = {
  verb: t('Make admins'),
  text: t('Admins manage people, seats, keys, webhooks and apps, and see all reports of the account.'),
};
const DEMOTE = {
  verb: t('Make members'),
  text: t(
    'They lose the admin permissions immediately, and their API keys and connected apps stop working. Undo does not restore keys and apps.',
  ),
};
const REACTIVATE = { verb: t('Reactivate'), text: t('These people can sign in again.') };
const DEACTIVATE = {
  verb: t('Deactivate'),
  text: t(
    'They are signed out everywhere, and their glasses, API keys and connected apps stop working. Undo reactivates the people, but does not restore keys and apps.',
  ),
};
