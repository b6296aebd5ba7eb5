import { useUrlState } from '../../hooks/useUrlState.ts';
import { ViewTabs } from '../../components/ViewTabs.tsx';
import { lazyComponent } from '../../hooks/lazyComponent.tsx';
import { OwnFormsView } from './OwnFormsView.tsx';
import { t } from '../../language/t.ts';

const FormLibraryView = lazyComponent(
  async () => (await import('./library/FormLibraryView.tsx')).FormLibraryView,
);
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
  if (state['view'] === 'library') return <FormLibraryView tabs={tabs} />;
  if (state['view'] === 'submissions') return <SubmissionsView tabs={tabs} />;
  return <OwnFormsView tabs={tabs} />;
}
