import { useEffect, useState, type ComponentType } from 'react';
import { importWithRetry } from '../api/importWithRetry.ts';
import { EarlySearch } from './EarlySearch.tsx';

type Dialog = ComponentType<{ onClose: () => void }>;

/** Loads the search once a page is drawn; rendered at once from then on, since typing begins with the opening. */
export function useSearchDialog(): Dialog {
  const [dialog, setDialog] = useState<{ Search: Dialog }>({ Search: EarlySearch });
  useEffect(() => {
    const load = async () => (await import('./search/SearchDialog.tsx')).SearchDialog;
    void importWithRetry(load).then(
      (Search) => setDialog({ Search }),
      () => undefined,
    );
  }, []);
  return dialog.Search;
}
