import { lazyComponent } from '../hooks/lazyComponent.tsx';

/** Asks before what cannot be undone; loaded when first shown. */
export const ConfirmDialog = lazyComponent(async () => (await import('./ConfirmModal.tsx')).ConfirmModal);
