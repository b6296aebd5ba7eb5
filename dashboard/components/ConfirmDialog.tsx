import { lazyComponent } from '../hooks/lazyComponent.tsx';

/** The confirmation dialog, loaded when it is first shown. */
export const ConfirmDialog = lazyComponent(async () => (await import('./ConfirmModal.tsx')).ConfirmModal);
