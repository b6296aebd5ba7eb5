import { useUrlState } from './useUrlState.ts';

type CreateDialog = {
  isOpen: boolean;
  /** The initial value from the search, if any. */
  initialValue: string;
  open: () => void;
  close: () => void;
};

const EMPTY = '1';

/** Returns the state of the dialog that creates a record. The URL stores it, so that the search can open the dialog. */
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
