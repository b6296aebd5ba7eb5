import { Button } from '@mantine/core';
import { useQuery } from '@tanstack/react-query';
import type { ReactNode } from 'react';
import { useMay } from '../../api/me.ts';
import type { EmptyStateProps } from '../../components/EmptyState.tsx';
import { Icon } from '../../components/Icon.tsx';
import { ListPage, type Column } from '../../components/ListPage.tsx';
import { RelativeTime } from '../../components/RelativeTime.tsx';
import { StatusBadge } from '../../components/StatusBadge.tsx';
import { useUrlState } from '../../hooks/useUrlState.ts';
import { useCreateDialog } from '../../hooks/useCreateDialog.ts';
import { lazyComponent } from '../../hooks/lazyComponent.tsx';
import { skillsQuery, type Skill, type SkillsPath } from './api.ts';
import { SKILL_KIND_OPTIONS, RESPONSE_TARGET_OPTIONS, optionLabel } from './labels.ts';
import { t } from '../../language/t.ts';

const EditSkill = lazyComponent(async () => (await import('./editor/EditSkill.tsx')).EditSkill);
const SkillDrawer = lazyComponent(async () => (await import('./SkillDrawer.tsx')).SkillDrawer);

const COLUMNS: readonly Column<Skill>[] = [
  { label: t('Skill'), cell: ({ name }) => name },
  { label: t('Type'), cell: ({ kind }) => optionLabel(SKILL_KIND_OPTIONS, kind) },
  {
    label: t('Provided by'),
    cell: ({ owner }) => (owner === 'platform' ? t('The platform') : t('Your account')),
  },
  {
    label: t('Send the answer to'),
    cell: (skill) => optionLabel(RESPONSE_TARGET_OPTIONS, skill.response_target),
    hiddenOnPhone: true,
  },
  { label: t('Status'), cell: ({ is_active }) => <StatusBadge state={is_active ? 'active' : 'inactive'} /> },
  { label: t('Changed'), cell: ({ updated_at }) => <RelativeTime time={updated_at} />, hiddenOnPhone: true },
];

const EMPTY: EmptyStateProps = {
  icon: 'skills',
  title: t('No skills yet'),
  text: t('Create a skill that calls your system, searches your documents or fills in a form.'),
};

type SkillListProps = { path: SkillsPath; title: string; about: string; tabs?: ReactNode };

export function SkillList({ path, title, about, tabs }: SkillListProps) {
  const { state, change } = useUrlState();
  const may = useMay();
  const query = useQuery(skillsQuery(path));
  const creating = useCreateDialog();
  const skill = query.data?.rows.find(({ id }) => id === state['skill']);
  const create = may(`POST ${path}`) && (
    <Button onClick={creating.open} leftSection={<Icon name="plus" size={16} />}>
      {t('New skill')}
    </Button>
  );
  return (
    <ListPage
      title={title}
      about={about}
      actions={create}
      tabs={tabs}
      query={query}
      columns={COLUMNS.filter(({ label }) => path === '/skills' || label !== t('Provided by'))}
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
