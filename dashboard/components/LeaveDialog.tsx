import { ConfirmDialog } from './ConfirmDialog.tsx';
import { t, type Label } from '../language/t.ts';

export type LeaveDialogTexts = { title: Label; text: Label; verb: Label };

export const LEAVE_FORM_TEXTS: LeaveDialogTexts = {
  title: t('Leave without saving?'),
  text: t(
    'Part of your input cannot be kept as a draft, for example files that you chose. That part will be lost.',
  ),
  verb: t('Leave'),
};

export const LEAVE_SECRET_TEXTS: LeaveDialogTexts = {
  title: t('Leave without copying?'),
  text: t('You have not copied the secret yet. It is not shown again after you leave this page.'),
  verb: t('Leave'),
};

type LeaveDialogProps = { texts: LeaveDialogTexts; onLeave: () => void; onStay: () => void };

/** Asks before something is lost that cannot be shown again. */
export function LeaveDialog({ texts, onLeave, onStay }: LeaveDialogProps) {
  return <ConfirmDialog {...texts} onConfirm={onLeave} onClose={onStay} />;
}
