import { Text, Textarea } from '@mantine/core';
import { FormDialog } from '../../../components/FormDialog.tsx';
import { useServerForm } from '../../../hooks/useServerForm.ts';
import type { OAuthApp } from '../api.ts';
import { useDecideReview, type Decision, type StaffAppDetail } from './api.ts';
import { plural, t } from '../../../language/t.ts';

type DecideDialogProps = { detail: StaffAppDetail; decision: Decision; onClose: () => void };

/** Sends the revision on the screen, so that unseen changes are not decided on. */
export function DecideDialog({ detail, decision, onClose }: DecideDialogProps) {
  const { app, revision } = detail;
  const { mutateAsync } = useDecideReview(app.client_id, decision, onClose);
  const form = useServerForm({ notes: '' }, ({ notes }) =>
    mutateAsync({ decision, revision, ...(notes.trim() !== '' && { notes }) }),
  );
  const { title, verb, text, hint } = wordsOf(detail)[decision];
  return (
    <FormDialog title={title} verb={verb} isOpen onClose={onClose} form={form}>
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
        label={t('Notes to the developer')}
      />
    </FormDialog>
  );
}

const APPROVE: Record<OAuthApp['status'], (name: string) => { title: string; verb: string; text: string }> = {
  development: (name) => ({
    title: t('Approve {name}?', { name }),
    verb: t('Approve app'),
    text: t(
      'Every customer can connect it from now on, and sees it as it is now. Its makers are told by mail.',
    ),
  }),
  active: (name) => ({
    title: t('Approve what changed of {name}?', { name }),
    verb: t('Approve app'),
    text: t('Customers see it as it is now from here on. Its makers are told by mail.'),
  }),
  suspended: (name) => ({
    title: t('Reinstate {name}?', { name }),
    verb: t('Reinstate app'),
    text: t(
      'Customers can connect it again, and those who had connected it have to allow it anew. Endpoints that it subscribed go on with what waited for them. Its makers are told by mail.',
    ),
  }),
};

function wordsOf({ app, reach }: StaffAppDetail) {
  const ends = t('{tokens} of {accounts}', {
    tokens: plural(reach.tokens, 'token'),
    accounts: plural(reach.accounts, 'account'),
  });
  return {
    approve: {
      ...APPROVE[app.status](app.name),
      hint: t('Sent with the mail, if there is anything to say.'),
    },
    send_back: {
      title: t('Send {name} back?', { name: app.name }),
      verb: t('Send back'),
      text:
        app.status === 'active'
          ? t('Customers go on seeing it as it was approved before. It can be submitted again.')
          : t(
              'It stays in development, where only its own account can connect it, and can be submitted again.',
            ),
      hint: t('What is missing or must change.'),
    },
    suspend: {
      title: t('Suspend {name}?', { name: app.name }),
      verb: t('Suspend app'),
      text: t(
        'These stop working at once: {ends}. Nobody can connect it. Endpoints that it subscribed wait. Customers have to allow it again if it is reinstated.',
        { ends },
      ),
      hint: t('Why, as its makers will read it.'),
    },
  };
}
