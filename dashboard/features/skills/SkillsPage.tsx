import { useUrlState } from '../../hooks/useUrlState.ts';
import { ViewTabs } from '../../components/ViewTabs.tsx';
import { lazyComponent } from '../../hooks/lazyComponent.tsx';
import { ACCOUNT_SKILLS_PATH } from './api.ts';
import { SkillList } from './SkillList.tsx';
import { t } from '../../language/t.ts';

const DocumentsView = lazyComponent(
  async () => (await import('../knowledge/DocumentsView.tsx')).DocumentsView,
);
const KnowledgeSearchView = lazyComponent(
  async () => (await import('../knowledge/KnowledgeSearchView.tsx')).KnowledgeSearchView,
);
const ExecutionsView = lazyComponent(
  async () => (await import('./executions/ExecutionsView.tsx')).ExecutionsView,
);

const VIEWS = [
  { value: 'skills', label: t('Skills') },
  { value: 'executions', label: t('Executions') },
  { value: 'documents', label: t('Documents') },
  { value: 'search', label: t('Search') },
];

export function SkillsPage() {
  const { state } = useUrlState();
  const tabs = <ViewTabs views={VIEWS} label={t('Sections of skills and knowledge')} />;
  if (state['view'] === 'executions') return <ExecutionsView tabs={tabs} />;
  if (state['view'] === 'documents') return <DocumentsView tabs={tabs} />;
  if (state['view'] === 'search') return <KnowledgeSearchView tabs={tabs} />;
  return (
    <SkillList
      path={ACCOUNT_SKILLS_PATH}
      title={t('Skills & knowledge')}
      about={t(
        'A skill is an action that glasses, API callers and agents can run, such as a call of your system or a search.',
      )}
      tabs={tabs}
    />
  );
}
