import { Button, Group, Text, Textarea } from '@mantine/core';
import { useEffect, useState } from 'react';
import { invalidFieldError } from '../../api/client.ts';
import { FormDialog } from '../../components/FormDialog.tsx';
import { acceptAttribute, findFileError, INVITATION_LIST_FILES } from '../../format/fileRules.ts';
import { Icon } from '../../components/Icon.tsx';
import { useServerForm, type ServerForm } from '../../hooks/useServerForm.ts';
import { useInvitationDeliveryText } from '../../components/NoMailServerAlert.tsx';
import { useInviteFromList } from './api.ts';
import { InvitationResults, type PastedLineResult } from './InvitationResults.tsx';
import { decodeCsvFile } from '../../format/csv.ts';
import { parsePastedPeople } from './pastedPeople.ts';
import { t } from '../../language/t.ts';
import { FileChooser } from '../../components/FileChooser.tsx';

const EXAMPLE =
  'ines@example.com, Ines Vogel, member, Glasses 03, trainee\nJo Trainer <jo@example.com>\nkim@example.com';

/** The maximum number of people in one list, which the server limits. */
const MAX_PEOPLE = 200;

/** Invites people from a pasted list or a CSV file. Invalid lines are returned to the form for correction. */
export function InviteFromList({ onClose }: { onClose: () => void }) {
  const [checkedLines, setCheckedLines] = useState<readonly PastedLineResult[]>();
  useFocusBack();
  const { mutateAsync } = useInviteFromList();
  const form = useServerForm<Values>(
    { people: '' },
    async ({ people }) => {
      const pasted = parsePastedPeople(people);
      if (pasted.length > MAX_PEOPLE)
        throw invalidFieldError('people', t('At most {most} people', { most: MAX_PEOPLE }));
      const { lines } = await mutateAsync({ people: pasted.map(({ person }) => person) });
      setCheckedLines(lines.map((line, at) => ({ ...line, line: pasted[at]?.line ?? '' })));
    },
    { draft: 'invitations' },
  );
  const correct = (lines: readonly PastedLineResult[]) => {
    form.setFieldValue('people', lines.map(({ line }) => line).join('\n'));
    setCheckedLines(undefined);
  };
  if (checkedLines) return <InvitationResults lines={checkedLines} onCorrect={correct} onClose={onClose} />;
  return (
    <FormDialog
      title={t('Invite several people')}
      verb={t('Send the invitations')}
      size="lg"
      onClose={onClose}
      form={form}
    >
      <ListField form={form} />
    </FormDialog>
  );
}

/** Returns the focus to the button that opened the first of several consecutive dialogs. */
function useFocusBack(): void {
  const [before] = useState(() => document.activeElement);
  useEffect(() => () => void (before instanceof HTMLElement && before.focus()), [before]);
}

type Values = { people: string };

function ListField({ form }: { form: ServerForm<Values> }) {
  const way = useInvitationDeliveryText();
  const count = parsePastedPeople(form.values.people).length;
  const take = async (file: File | null) => {
    const fault = file && findFileError(file, INVITATION_LIST_FILES);
    if (fault) form.setFieldError('people', fault);
    else if (file) form.setFieldValue('people', decodeCsvFile(await file.arrayBuffer()));
  };
  return (
    <>
      <Text size="sm" c="dimmed">
        {t(
          'One person per line: email address, name, access (member or admin), glasses, role (trainer or trainee). Only the email address is required. {way}',
          { way },
        )}
      </Text>
      <Textarea
        placeholder={EXAMPLE}
        autosize
        minRows={6}
        maxRows={14}
        required
        data-autofocus
        {...form.field('people')}
      />
      <Group justify="space-between" gap="xs">
        <FileChooser
          onChange={(file) => void take(file)}
          accept={acceptAttribute(INVITATION_LIST_FILES)}
          inputProps={{ 'aria-label': t('CSV file') }}
        >
          {(props) => (
            <Button {...props} variant="default" leftSection={<Icon name="upload" size={16} />}>
              {t('Choose a CSV file')}
            </Button>
          )}
        </FileChooser>
        <Text size="sm" c="dimmed" role="status">
          {t('{count, plural, one {# person} other {# people}}, at most {most}', { count, most: MAX_PEOPLE })}
        </Text>
      </Group>
    </>
  );
}
