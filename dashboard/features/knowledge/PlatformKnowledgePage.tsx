import { lazyComponent } from '../../hooks/lazyComponent.tsx';
import { useUrlState } from '../../hooks/useUrlState.ts';
import { ViewTabs } from '../../components/ViewTabs.tsx';
import { DocumentsView } from './DocumentsView.tsx';
import { PLATFORM_KNOWLEDGE, KnowledgeOwnerProvider } from './owner.ts';
import { t } from '../../language/t.ts';

const CollectionsView = lazyComponent(async () => (await import('./CollectionsView.tsx')).CollectionsView);
const KnowledgeSearchView = lazyComponent(
  async () => (await import('./KnowledgeSearchView.tsx')).KnowledgeSearchView,
);

const VIEWS = [
  { value: 'documents', label: t('Documents') },
  { value: 'collections', label: t('Collections') },
  { value: 'search', label: t('Search') },
];

/** The knowledge page for documents of the platform. */
export function PlatformKnowledgePage() {
  return (
    <KnowledgeOwnerProvider value={PLATFORM_KNOWLEDGE}>
      <ShownView />
    </KnowledgeOwnerProvider>
  );
}

function ShownView() {
  const { state } = useUrlState();
  const tabs = <ViewTabs views={VIEWS} label={t('Sections of the platform knowledge')} />;
  if (state['view'] === 'collections') return <CollectionsView tabs={tabs} />;
  if (state['view'] === 'search') return <KnowledgeSearchView tabs={tabs} />;
  return <DocumentsView tabs={tabs} />;
}
