import '@mantine/core/styles/Alert.layer.css';
import { Alert, Button, Group, Modal, Stack, Text } from '@mantine/core';
import { describeError } from '../../api/errorTexts.ts';
import { CopyButton } from '../../components/CopyButton.tsx';
import { Icon } from '../../components/Icon.tsx';
import type { InvitationLineResult } from './api.ts';
import classes from './People.module.css';
import { t } from '../../language/t.ts';

/** The result for one line of the list, with the line as it was pasted. */
export type PastedLineResult = InvitationLineResult & { line: string };

type InvitationResultsProps = {
  lines: readonly PastedLineResult[];
  onCorrect: (wrong: readonly PastedLineResult[]) => void;
  onClose: () => void;
};

export function InvitationResults({ lines, onCorrect, onClose }: InvitationResultsProps) {
  const invited = lines.filter(({ state }) => state === 'invited');
  const wrong = lines.filter(({ state }) => state === 'refused');
  const hasLinks = invited.some(({ link }) => link !== null);
  return (
    <Modal
      opened
      onClose={onClose}
      closeOnClickOutside={false}
      closeOnEscape={!hasLinks}
      withCloseButton={!hasLinks}
      size="lg"
      title={
        <Text fw={620}>
          {t('{count, plural, one {# person was invited} other {# people were invited}}', {
            count: invited.length,
          })}
        </Text>
      }
    >
      <Stack gap="md">
        {hasLinks && <LinksToCopy />}
        <ul className={classes['lines']} aria-label={t('Result of each line')}>
          {lines.map((line, at) => (
            // The index is the key, because the order never changes and two lines may be equal.
            <Line key={at} line={line} />
          ))}
        </ul>
        <Group justify="flex-end" gap="xs">
          {wrong.length > 0 && (
            <Button variant="default" onClick={() => onCorrect(wrong)}>
              {t('Correct {count, plural, one {# line} other {# lines}}', { count: wrong.length })}
            </Button>
          )}
          <Button onClick={onClose} data-autofocus>
            {t('Done')}
          </Button>
        </Group>
      </Stack>
    </Modal>
  );
}

function LinksToCopy() {
  return (
    <Alert color="yellow" variant="light" icon={<Icon name="mail" />} p="sm">
      {t(
        'No mail server is configured, so the invitations were only saved as files. Copy each link now and send it to that person only. The links are not shown again. You can create new ones later.',
      )}
    </Alert>
  );
}

function Line({ line }: { line: PastedLineResult }) {
  const { email, full_name, state, link } = line;
  const isIn = state === 'invited' || state === 'waiting';
  return (
    <li data-state={state}>
      <Icon name={isIn ? 'circleCheck' : state === 'refused' ? 'alert' : 'info'} />
      <span>
        <b>{email || line.line}</b>
        <Text span size="xs" c="dimmed">
          {isIn && `${full_name} · `}
          {wordOf(line)}
        </Text>
      </span>
      {link !== null && <CopyButton text={link} what={t('the link of {full_name}', { full_name })} />}
    </li>
  );
}

function wordOf({ state, details, link }: PastedLineResult): string {
  switch (state) {
    case 'invited':
      return link === null ? t('Invitation sent') : t('Invited. Copy the link.');
    case 'updated':
      return t('Access changed');
    case 'waiting':
      return t('Already invited. No second email was sent.');
    case 'known':
      return t('This address is already in use');
    case 'repeated':
      return t('Duplicate line');
    case 'refused':
      return details ? describeError('BAD_REQUEST', details).message : t('Cannot be invited');
  }
}
