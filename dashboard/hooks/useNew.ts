import { useUrl } from './useUrl.ts';

type New = {
  isOpen: boolean;
  /** The initial value that the search passed, if any. */
  begin: string;
  open: () => void;
  close: () => void;
};

const EMPTY = '1';

/** The state of the dialog that creates a record; it is in the URL, so that the search can open it. */
export function useNew(): New {
  const { state, change } = useUrl();
  const asked = state['new'];
  return {
    isOpen: asked !== undefined,
    begin: asked === undefined || asked === EMPTY ? '' : asked,
    open: () => change({ new: EMPTY }),
    close: () => change({ new: undefined }),
  };
}
