import { useUrlState } from './useUrlState.ts';

type CreateDialog = {
  isOpen: boolean;
  /** The initial value that the search passed, if any. */
  initialValue: string;
  open: () => void;
  close: () => void;
};

const EMPTY = '1';

/** The state of the dialog that creates a record; it is in the URL, so that the search can open it. */
export function useCreateDialog(): CreateDialog {
  const { state, change } = useUrlState();
  const asked = state['new'];
  return {
    isOpen: asked !== undefined,
    initialValue: asked === undefined || asked === EMPTY ? '' : asked,
    open: () => change({ new: EMPTY }),
    close: () => change({ new: undefined }),
  };
}
