import { Button, Group, Text, Textarea } from '@mantine/core';
import { useEffect, useState } from 'react';
import { FormDialog } from '../../components/FormDialog.tsx';
import { acceptAttribute, findFileError, LIST_FILES } from '../../format/fileRules.ts';
import { Icon } from '../../components/Icon.tsx';
import { useServerForm, type ServerForm } from '../../hooks/useServerForm.ts';
import { useInvitationDeliveryText } from '../../components/NoMailServerAlert.tsx';
import { useInviteList } from './api.ts';
import { ListResult, type CheckedLine } from './ListResult.tsx';
import { decodeList, parsePastedPeople } from './pastedPeople.ts';
import { plural, t } from '../../language/t.ts';
import { FileChooser } from '../../components/FileChooser.tsx';

const EXAMPLE =
  'ines@example.com, Ines Vogel, member, Glasses 03, trainee\nJo Trainer <jo@example.com>\nkim@example.com';

/** The server takes no longer list. */
const MAX_PEOPLE = 200;

/** A pasted list or a CSV file; the lines that are wrong come back to be corrected. */
export function InviteList({ onClose }: { onClose: () => void }) {
  const [checkedLines, setCheckedLines] = useState<readonly CheckedLine[]>();
  useFocusBack();
  const { mutateAsync } = useInviteList();
  const form = useServerForm<Values>({ people: '' }, async ({ people }) => {
    const pasted = parsePastedPeople(people);
    if (pasted.length > MAX_PEOPLE) {
      form.setFieldError('people', t('At most {most} people', { most: MAX_PEOPLE }));
      return;
    }
    const { lines } = await mutateAsync({ people: pasted.map(({ person }) => person) });
    setCheckedLines(lines.map((line, at) => ({ ...line, line: pasted[at]?.line ?? '' })));
  });
  const correct = (lines: readonly CheckedLine[]) => {
    form.setFieldValue('people', lines.map(({ line }) => line).join('\n'));
    setCheckedLines(undefined);
  };
  if (checkedLines) return <ListResult lines={checkedLines} onCorrect={correct} onClose={onClose} />;
  return (
    <FormDialog
      title={t('Invite several people')}
      verb={t('Send the invitations')}
      size="lg"
      isOpen
      onClose={onClose}
      form={form}
    >
      <ListField form={form} />
    </FormDialog>
  );
}

/** Returns the focus to the button that opened the first dialog, whichever dialog closes last. */
function useFocusBack(): void {
  const [before] = useState(() => document.activeElement);
  useEffect(() => () => void (before instanceof HTMLElement && before.focus()), [before]);
}

type Values = { people: string };

function ListField({ form }: { form: ServerForm<Values> }) {
  const way = useInvitationDeliveryText();
  const count = parsePastedPeople(form.values.people).length;
  const take = async (file: File | null) => {
    const fault = file && findFileError(file, LIST_FILES);
    if (fault) form.setFieldError('people', fault);
    else if (file) form.setFieldValue('people', decodeList(await file.arrayBuffer()));
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
          accept={acceptAttribute(LIST_FILES)}
          inputProps={{ 'aria-label': t('CSV file') }}
        >
          {(props) => (
            <Button {...props} variant="default" leftSection={<Icon name="upload" size={16} />}>
              {t('Choose a CSV file')}
            </Button>
          )}
        </FileChooser>
        <Text size="sm" c="dimmed" role="status">
          {t('{count}, at most {most}', { count: plural(count, 'person', 'people'), most: MAX_PEOPLE })}
        </Text>
      </Group>
    </>
  );
}
