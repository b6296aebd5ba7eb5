import { Text, Textarea } from '@mantine/core';
import { FormDialog } from '../../../components/FormDialog.tsx';
import { plural } from '../../../components/plural.ts';
import { useServerForm } from '../../../components/useServerForm.ts';
import type { OAuthApp } from '../api.ts';
import { useRule, type Decision, type StaffAppDetail } from './api.ts';

type DecideDialogProps = { detail: StaffAppDetail; decision: Decision; onClose: () => void };

/** Sends the revision on the screen, so that unseen changes are not decided on. */
export function DecideDialog({ detail, decision, onClose }: DecideDialogProps) {
  const { app, revision } = detail;
  const { mutateAsync } = useRule(app.client_id, decision, onClose);
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
        label="Notes to the developer"
      />
    </FormDialog>
  );
}

const APPROVE: Record<OAuthApp['status'], (name: string) => { title: string; verb: string; text: string }> = {
  development: (name) => ({
    title: `Approve ${name}?`,
    verb: 'Approve app',
    text: 'Every customer can connect it from now on, and sees it as it is now. Its makers are told by mail.',
  }),
  active: (name) => ({
    title: `Approve what changed of ${name}?`,
    verb: 'Approve app',
    text: 'Customers see it as it is now from here on. Its makers are told by mail.',
  }),
  suspended: (name) => ({
    title: `Reinstate ${name}?`,
    verb: 'Reinstate app',
    text: 'Customers can connect it again, and those who had connected it have to allow it anew. Endpoints that it subscribed go on with what waited for them. Its makers are told by mail.',
  }),
};

function wordsOf({ app, reach }: StaffAppDetail) {
  const ends = `${plural(reach.tokens, 'token')} of ${plural(reach.accounts, 'account')}`;
  return {
    approve: { ...APPROVE[app.status](app.name), hint: 'Sent with the mail, if there is anything to say.' },
    send_back: {
      title: `Send ${app.name} back?`,
      verb: 'Send back',
      text:
        app.status === 'active'
          ? 'Customers go on seeing it as it was approved before. It can be submitted again.'
          : 'It stays in development, where only its own account can connect it, and can be submitted again.',
      hint: 'What is missing or must change.',
    },
    suspend: {
      title: `Suspend ${app.name}?`,
      verb: 'Suspend app',
      text: `${ends} ${reach.tokens === 1 ? 'stops' : 'stop'} working at once, and nobody can connect it. Endpoints that it subscribed wait. Customers have to allow it again if it is reinstated.`,
      hint: 'Why, as its makers will read it.',
    },
  };
}
