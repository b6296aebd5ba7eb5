import { useEffect, useState, type ComponentType } from 'react';
import { importWithRetry } from '../api/importWithRetry.ts';
import { EarlySearchInput } from './EarlySearchInput.tsx';

type Dialog = ComponentType<{ onClose: () => void }>;

/** Loads the search after the page is rendered. Until then the returned dialog collects the typed text. */
export function useLazySearchDialog(): Dialog {
  const [dialog, setDialog] = useState<{ Search: Dialog }>({ Search: EarlySearchInput });
  useEffect(() => {
    const load = async () => (await import('./search/SearchDialog.tsx')).SearchDialog;
    void importWithRetry(load).then(
      (Search) => setDialog({ Search }),
      () => undefined,
    );
  }, []);
  return dialog.Search;
}
