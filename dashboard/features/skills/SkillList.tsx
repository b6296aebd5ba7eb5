import { useQuery } from '@tanstack/react-query';
import type { ReactNode } from 'react';
import { filterWholeList } from '../../api/list.ts';
import { useMay } from '../../api/me.ts';
import { CreateButton } from '../../components/CreateButton.tsx';
import type { EmptyStateProps } from '../../components/EmptyState.tsx';
import { ListPage, type Column, type Filter } from '../../components/ListPage.tsx';
import { RelativeTime } from '../../components/RelativeTime.tsx';
import { StatusBadge } from '../../components/StatusBadge.tsx';
import { useUrlState } from '../../hooks/useUrlState.ts';
import { useCreateDialog } from '../../hooks/useCreateDialog.ts';
import { lazyComponent } from '../../hooks/lazyComponent.tsx';
import { skillsQuery, type Skill, type SkillsPath } from './api.ts';
import { SKILL_KIND_OPTIONS, RESPONSE_TARGET_OPTIONS, optionLabel } from './labels.ts';
import { t, type Label } from '../../language/t.ts';

const EditSkill = lazyComponent(async () => (await import('./editor/EditSkill.tsx')).EditSkill);
const SkillDrawer = lazyComponent(async () => (await import('./SkillDrawer.tsx')).SkillDrawer);

const FILTERS: readonly Filter[] = [
  { kind: 'search', name: 'search', label: t('Name') },
  { kind: 'select', name: 'kind', label: t('Type'), options: SKILL_KIND_OPTIONS },
  {
    kind: 'select',
    name: 'status',
    label: t('Status'),
    options: [
      { value: 'active', label: t('Active') },
      { value: 'inactive', label: t('Inactive') },
    ],
  },
];

const FILTERED_TEXTS = {
  search: ({ name }: Skill) => name,
  kind: ({ kind }: Skill) => kind,
  status: ({ is_active }: Skill) => (is_active ? 'active' : 'inactive'),
};

const COLUMNS: readonly Column<Skill>[] = [
  { key: 'skill', label: t('Skill'), cell: ({ name }) => name },
  { key: 'type', label: t('Type'), cell: ({ kind }) => optionLabel(SKILL_KIND_OPTIONS, kind) },
  {
    key: 'providedBy',
    label: t('Provided by'),
    cell: ({ owner }) => (owner === 'platform' ? t('The platform') : t('Your account')),
  },
  {
    key: 'sendTheAnswer',
    label: t('Send the answer to'),
    cell: (skill) => optionLabel(RESPONSE_TARGET_OPTIONS, skill.response_target),
    hiddenOnPhone: true,
  },
  {
    key: 'status',
    label: t('Status'),
    cell: ({ is_active }) => <StatusBadge state={is_active ? 'active' : 'inactive'} />,
  },
  {
    key: 'changed',
    label: t('Changed'),
    cell: ({ updated_at }) => <RelativeTime time={updated_at} />,
    hiddenOnPhone: true,
  },
];

const EMPTY: EmptyStateProps = {
  icon: 'skills',
  title: t('No skills yet'),
  text: t('Create a skill that calls your system, searches your documents or fills in a form.'),
};

type SkillListProps = { path: SkillsPath; title: Label; about: Label; tabs?: ReactNode };

export function SkillList({ path, title, about, tabs }: SkillListProps) {
  const { state, change } = useUrlState();
  const may = useMay();
  const query = useQuery({
    ...skillsQuery(path),
    select: (page) => filterWholeList(page, state, FILTERED_TEXTS),
  });
  const creating = useCreateDialog();
  const skill = query.data?.rows.find(({ id }) => id === state['skill']);
  const create = may(`POST ${path}`) && <CreateButton label={t('New skill')} onClick={creating.open} />;
  return (
    <ListPage
      title={title}
      about={about}
      actions={create}
      tabs={tabs}
      filters={FILTERS}
      query={query}
      columns={COLUMNS.filter(({ key }) => path === '/skills' || key !== 'providedBy')}
      rowKey={({ id }) => id}
      onOpen={({ id }) => change({ skill: id }, 'push')}
      empty={{ ...EMPTY, action: create }}
    >
      {create && creating.isOpen && <EditSkill path={path} onClose={creating.close} />}
      {skill && (
        <SkillDrawer key={skill.id} path={path} skill={skill} onClose={() => change({ skill: undefined })} />
      )}
    </ListPage>
  );
}
