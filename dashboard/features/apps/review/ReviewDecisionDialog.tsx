import { Text, Textarea } from '@mantine/core';
import { FormDialog } from '../../../components/FormDialog.tsx';
import { useServerForm } from '../../../hooks/useServerForm.ts';
import type { OAuthApp } from '../api.ts';
import { useDecideReview, type ReviewDecisionKind, type AppDetailForStaff } from './api.ts';
import { t, type Label } from '../../../language/t.ts';

type ReviewDecisionDialogProps = {
  detail: AppDetailForStaff;
  decision: ReviewDecisionKind;
  onClose: () => void;
};

/** Sends the revision that is shown, so that staff cannot decide on changes that they have not seen. */
export function ReviewDecisionDialog({ detail, decision, onClose }: ReviewDecisionDialogProps) {
  const { app, revision } = detail;
  const { mutateAsync } = useDecideReview(app.client_id, decision, onClose);
  const form = useServerForm(
    { notes: '' },
    ({ notes }) => mutateAsync({ decision, revision, ...(notes.trim() !== '' && { notes }) }),
    { draft: `${decision} ${app.client_id}` },
  );
  const { title, verb, text, hint } = wordsOf(detail)[decision];
  return (
    <FormDialog
      title={title}
      verb={verb}
      onClose={onClose}
      form={form}
      isDestructive={decision === 'suspend'}
    >
      <Text size="sm" c="dimmed">
        {text}
      </Text>
      <Textarea
        description={hint}
        autosize
        minRows={3}
        maxRows={10}
        data-autofocus
        {...form.field('notes')}
        label={t('Notes for the developer')}
      />
    </FormDialog>
  );
}

const APPROVE: Record<OAuthApp['status'], (name: string) => { title: Label; verb: Label; text: Label }> = {
  development: (name) => ({
    title: t('Approve {name}?', { name }),
    verb: t('Approve app'),
    text: t(
      'All customers can connect the app and see its current version. Its developers are notified by email.',
    ),
  }),
  active: (name) => ({
    title: t('Approve the changes of {name}?', { name }),
    verb: t('Approve app'),
    text: t('Customers see the current version from now on. The developers are notified by email.'),
  }),
  suspended: (name) => ({
    title: t('Reinstate {name}?', { name }),
    verb: t('Reinstate app'),
    text: t(
      'Customers can connect the app again. Customers who had connected it must allow it again. Its endpoints receive the events that waited. Its developers are notified by email.',
    ),
  }),
};

function wordsOf({ app, reach }: AppDetailForStaff) {
  const ends = t(
    '{tokens, plural, one {# token} other {# tokens}} of {accounts, plural, one {# account} other {# accounts}}',
    reach,
  );
  return {
    approve: {
      ...APPROVE[app.status](app.name),
      hint: t('Optional. Included in the email.'),
    },
    send_back: {
      title: t('Return {name}?', { name: app.name }),
      verb: t('Return'),
      text:
        app.status === 'active'
          ? t('Customers keep seeing the version that was approved before. The app can be submitted again.')
          : t(
              'The app stays in development, where only its own account can connect it. It can be submitted again.',
            ),
      hint: t('Say what is missing or must change.'),
    },
    suspend: {
      title: t('Suspend {name}?', { name: app.name }),
      verb: t('Suspend app'),
      text: t(
        '{ends} will stop working immediately, and no account will be able to connect the app. Its endpoints will be put on hold. If you reinstate the app, customers will have to allow it again.',
        { ends },
      ),
      hint: t('Explain why you are suspending the app. The developers will see this text.'),
    },
  };
}
