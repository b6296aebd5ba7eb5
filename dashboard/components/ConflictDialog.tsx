import { lazyComponent } from '../hooks/lazyComponent.tsx';

/** The dialog about an edit of another user, loaded when it is first shown. */
export const ConflictDialog = lazyComponent(async () => (await import('./ConflictModal.tsx')).ConflictModal);
