import { lazily } from '../hooks/lazily.tsx';

/** Asks before what cannot be undone; loaded when first shown. */
export const ConfirmDialog = lazily(async () => (await import('./ConfirmModal.tsx')).ConfirmModal);
