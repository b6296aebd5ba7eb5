import { useUrl } from '../../components/useUrl.ts';
import { ViewTabs } from '../../components/ViewTabs.tsx';
import { DocumentsView } from '../knowledge/DocumentsView.tsx';
import { SearchView } from '../knowledge/SearchView.tsx';
import { OWN_SHELF } from './api.ts';
import { ExecutionsView } from './executions/ExecutionsView.tsx';
import { SkillList } from './SkillList.tsx';

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
      shelf={OWN_SHELF}
      title="Skills & knowledge"
      about="What the glasses, the API and agents can do for your people, and what they know."
      tabs={tabs}
    />
  );
}
