import '@mantine/core/styles/Alert.layer.css';
import { Alert, Button } from '@mantine/core';
import { Icon } from '../../../components/Icon.tsx';
import { Id } from '../../../components/Id.tsx';
import { RelativeTime } from '../../../components/RelativeTime.tsx';
import { Facts, DrawerSection, SideDrawer } from '../../../components/SideDrawer.tsx';
import type { Submission } from '../api.ts';
import { readFields } from '../fields.ts';
import { t } from '../../../language/t.ts';

type SubmissionDrawerProps = { submission: Submission; onClose: () => void };

export function SubmissionDrawer({ submission, onClose }: SubmissionDrawerProps) {
  const { form_name, missing } = submission;
  const labels = new Map(readFields(submission.fields).map(({ key, label }) => [key, label]));
  return (
    <SideDrawer
      title={form_name}
      isOpen
      onClose={onClose}
      actions={
        <Button
          size="xs"
          variant="default"
          component="a"
          href={`/forms/submission?id=${submission.id}`}
          target="_blank"
          leftSection={<Icon name="external" size={14} />}
        >
          {t('Print view')}
        </Button>
      }
    >
      {missing.length > 0 && (
        <Alert color="yellow" variant="light" icon={<Icon name="alert" />} mb="md">
          {t('Not answered: {fields}', { fields: missing.map((key) => labels.get(key) ?? key).join(', ') })}
        </Alert>
      )}
      <Facts rows={factsOf(submission)} />
      <DrawerSection title={t('Answers')}>
        <Facts rows={answersOf(submission)} />
      </DrawerSection>
    </SideDrawer>
  );
}

function factsOf(submission: Submission) {
  const { user, session_name, task_title, submitted_at, submitted_by } = submission;
  return [
    [t('Submitted'), <RelativeTime key="at" time={submitted_at} />],
    [t('By'), user?.name ?? submitted_by],
    [t('Session'), session_name ?? '–'],
    [t('Task'), task_title ?? '–'],
    [t('Submission id'), <Id key="id" id={submission.id} what={t('submission id')} />],
  ] as const;
}

function answersOf({ fields, answers }: Submission) {
  return readFields(fields).map(({ key, label }) => [label, spell(answers[key])] as const);
}

function spell(answer: unknown): string {
  if (answer === undefined || answer === null || answer === '') return '–';
  if (typeof answer === 'boolean') return answer ? t('Yes') : t('No');
  if (Array.isArray(answer)) return answer.join(', ') || '–';
  return typeof answer === 'string' ? answer : JSON.stringify(answer);
}
