import { Alert, Button } from '@mantine/core';
import { Icon } from '../../../components/Icon.tsx';
import { Id } from '../../../components/Id.tsx';
import { RelativeTime } from '../../../components/RelativeTime.tsx';
import { Facts, Section, SideDrawer } from '../../../components/SideDrawer.tsx';
import type { Submission } from '../api.ts';
import { readFields } from '../fields.ts';

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
          Printable page
        </Button>
      }
    >
      {missing.length > 0 && (
        <Alert color="yellow" variant="light" icon={<Icon name="alert" />} mb="md">
          Not answered: {missing.map((key) => labels.get(key) ?? key).join(', ')}
        </Alert>
      )}
      <Facts rows={factsOf(submission)} />
      <Section title="Answers">
        <Facts rows={answersOf(submission)} />
      </Section>
    </SideDrawer>
  );
}

function factsOf(submission: Submission) {
  const { user, session_name, task_title, submitted_at, submitted_by } = submission;
  return [
    ['Submitted', <RelativeTime key="at" time={submitted_at} />],
    ['By', user?.name ?? submitted_by],
    ['Session', session_name ?? '–'],
    ['Task', task_title ?? '–'],
    ['Submission id', <Id key="id" id={submission.id} what="submission id" />],
  ] as const;
}

function answersOf({ fields, answers }: Submission) {
  return readFields(fields).map(({ key, label }) => [label, spell(answers[key])] as const);
}

function spell(answer: unknown): string {
  if (answer === undefined || answer === null || answer === '') return '–';
  if (typeof answer === 'boolean') return answer ? 'Yes' : 'No';
  if (Array.isArray(answer)) return answer.join(', ') || '–';
  return typeof answer === 'string' ? answer : JSON.stringify(answer);
}
