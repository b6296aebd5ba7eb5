import { useUrl } from '../../components/useUrl.ts';
import { ViewTabs } from '../../components/ViewTabs.tsx';
import { lazily } from '../../components/lazily.tsx';
import { OWN_SKILLS } from './api.ts';
import { SkillList } from './SkillList.tsx';

const DocumentsView = lazily(async () => (await import('../knowledge/DocumentsView.tsx')).DocumentsView);
const SearchView = lazily(async () => (await import('../knowledge/SearchView.tsx')).SearchView);
const ExecutionsView = lazily(async () => (await import('./executions/ExecutionsView.tsx')).ExecutionsView);

const VIEWS = [
  { value: 'skills', label: 'Skills' },
  { value: 'executions', label: 'Executions' },
  { value: 'documents', label: 'Documents' },
  { value: 'search', label: 'Search' },
];

export function SkillsPage() {
  const { state } = useUrl();
  const tabs = <ViewTabs views={VIEWS} label="Parts of skills and knowledge" />;
  if (state['view'] === 'executions') return <ExecutionsView tabs={tabs} />;
  if (state['view'] === 'documents') return <DocumentsView tabs={tabs} />;
  if (state['view'] === 'search') return <SearchView tabs={tabs} />;
  return (
    <SkillList
      path={OWN_SKILLS}
      title="Skills & knowledge"
      about="What the glasses, the API and agents can do for your people, and what they know."
      tabs={tabs}
    />
  );
}
