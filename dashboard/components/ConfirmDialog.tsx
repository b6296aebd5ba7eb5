import { lazily } from './lazily.tsx';

/** Asks before what cannot be undone; loaded when the first question comes up. */
export const ConfirmDialog = lazily(async () => (await import('./ConfirmModal.tsx')).ConfirmModal);
