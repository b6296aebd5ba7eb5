import '@mantine/core/styles/Alert.layer.css';
import { Alert, Button } from '@mantine/core';
import { Icon } from '../../../components/Icon.tsx';
import { CopyableId } from '../../../components/CopyableId.tsx';
import { DateAndTime } from '../../../components/DateAndTime.tsx';
import { DrawerSection, FactList } from '../../../components/FactList.tsx';
import { SideDrawer } from '../../../components/SideDrawer.tsx';
import { UserLink } from '../../../components/UserLink.tsx';
import type { Submission } from '../api.ts';
import { parseFields } from '../fields.ts';
import { t, verbatim } from '../../../language/t.ts';

type SubmissionDrawerProps = { submission: Submission; onClose: () => void };

export function SubmissionDrawer({ submission, onClose }: SubmissionDrawerProps) {
  const { form_name, missing } = submission;
  const labels = new Map(parseFields(submission.fields).map(({ key, label }) => [key, label]));
  return (
    <SideDrawer
      title={form_name}
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
      <FactList rows={factsOf(submission)} />
      <DrawerSection title={t('Answers')}>
        <FactList rows={answersOf(submission)} />
      </DrawerSection>
    </SideDrawer>
  );
}

function factsOf(submission: Submission) {
  const { user, session_name, task_title, submitted_at, submitted_by } = submission;
  return [
    [t('Submitted'), <DateAndTime key="at" time={submitted_at} />],
    [t('By'), user ? <UserLink key="by" user={user} /> : submitted_by],
    [t('Session'), session_name ?? '–'],
    [t('Task'), task_title ?? '–'],
    [t('Submission id'), <CopyableId key="id" id={submission.id} what={t('submission id')} />],
  ] as const;
}

function answersOf({ fields, answers }: Submission) {
  return parseFields(fields).map(({ key, label }) => [verbatim(label), spell(answers[key])] as const);
}

function spell(answer: unknown): string {
  if (answer === undefined || answer === null || answer === '') return '–';
  if (typeof answer === 'boolean') return answer ? t('Yes') : t('No');
  if (Array.isArray(answer)) return answer.join(', ') || '–';
  return typeof answer === 'string' ? answer : JSON.stringify(answer);
}
