import { useUrl } from './useUrl.ts';

type New = {
  isOpen: boolean;
  /** What the search was asked to begin it with, if anything. */
  begin: string;
  open: () => void;
  close: () => void;
};

const EMPTY = '1';

/** Whether the dialog that creates something is open: in the URL, so that the search can open it. */
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
