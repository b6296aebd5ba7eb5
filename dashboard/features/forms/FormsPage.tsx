import { useUrlState } from '../../hooks/useUrlState.ts';
import { ViewTabs } from '../../components/ViewTabs.tsx';
import { lazyComponent } from '../../hooks/lazyComponent.tsx';
import { OwnForms } from './OwnForms.tsx';
import { t } from '../../language/t.ts';

const LibraryView = lazyComponent(async () => (await import('./library/LibraryView.tsx')).LibraryView);
const SubmissionsView = lazyComponent(
  async () => (await import('./submissions/SubmissionsView.tsx')).SubmissionsView,
);

const VIEWS = [
  { value: 'own', label: t('Your forms') },
  { value: 'library', label: t('Library') },
  { value: 'submissions', label: t('Submissions') },
];

export function FormsPage() {
  const { state } = useUrlState();
  const tabs = <ViewTabs views={VIEWS} label={t('Forms sections')} />;
  if (state['view'] === 'library') return <LibraryView tabs={tabs} />;
  if (state['view'] === 'submissions') return <SubmissionsView tabs={tabs} />;
  return <OwnForms tabs={tabs} />;
}
