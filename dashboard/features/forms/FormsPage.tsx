import { useUrl } from '../../hooks/useUrl.ts';
import { ViewTabs } from '../../components/ViewTabs.tsx';
import { lazily } from '../../hooks/lazily.tsx';
import { OwnForms } from './OwnForms.tsx';
import { t } from '../../language/t.ts';

const LibraryView = lazily(async () => (await import('./library/LibraryView.tsx')).LibraryView);
const SubmissionsView = lazily(
  async () => (await import('./submissions/SubmissionsView.tsx')).SubmissionsView,
);

const VIEWS = [
  { value: 'own', label: t('Your forms') },
  { value: 'library', label: t('Library') },
  { value: 'submissions', label: t('Submissions') },
];

export function FormsPage() {
  const { state } = useUrl();
  const tabs = <ViewTabs views={VIEWS} label={t('Parts of forms')} />;
  if (state['view'] === 'library') return <LibraryView tabs={tabs} />;
  if (state['view'] === 'submissions') return <SubmissionsView tabs={tabs} />;
  return <OwnForms tabs={tabs} />;
}
