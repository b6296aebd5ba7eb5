import '@mantine/core/styles/InlineInput.layer.css';
import '@mantine/core/styles/Radio.layer.css';
import { Button, Group, Modal, Radio, Stack, Text } from '@mantine/core';
import { useState, type ReactNode } from 'react';
import type { EditConflict } from '../../src/service/reasons.ts';
import { actorName } from '../format/actors.ts';
import { fieldLabel } from '../api/labels.ts';
import { useMe } from '../api/me.ts';
import { useIsTopDialog } from '../hooks/useIsTopDialog.ts';
import { T } from '../language/T.tsx';
import { t, type Label } from '../language/t.ts';
import { RelativeTime } from './RelativeTime.tsx';

export type ConflictChoice = 'theirs' | 'mine';
export type ConflictChoices = Readonly<Record<string, ConflictChoice>>;

type ConflictModalProps = {
  conflict: EditConflict;
  /** The values that the user wants to save, by member. */
  mine: object;
  labels: Readonly<Record<string, Label>>;
  /** The text of a value. */
  textOf: (member: string, value: unknown) => ReactNode;
  isSending: boolean;
  onChoose: (choices: ConflictChoices) => void;
  onClose: () => void;
};

/** Shows the fields that another edit changed meanwhile. The user chooses one value for each field. */
export function ConflictModal({ conflict, mine, labels, textOf, ...dialog }: ConflictModalProps) {
  const [choices, setChoices] = useState<ConflictChoices>({});
  const isTop = useIsTopDialog();
  const wanted = new Map(Object.entries(mine));
  const isComplete = conflict.members.every(({ member }) => choices[member] !== undefined);
  return (
    <Modal
      opened
      onClose={dialog.onClose}
      closeOnEscape={isTop}
      title={<Text fw={620}>{t('Changed meanwhile')}</Text>}
      size="md"
    >
      <Stack gap="lg">
        <Text size="sm" c="dimmed" component="p" m={0}>
          <Editor conflict={conflict} />{' '}
          {t('Choose which value to keep for each field. Your other changes are saved too.')}
        </Text>
        {conflict.members.map(({ member, current, name }) => (
          <Radio.Group
            key={member}
            label={labels[member] ?? fieldLabel([member])}
            value={choices[member] ?? null}
            onChange={(chosen) => setChoices({ ...choices, [member]: chosen === 'mine' ? 'mine' : 'theirs' })}
          >
            <Stack gap="sm" mt={8}>
              <Value value="theirs" verb={t('Keep theirs')} text={name ?? textOf(member, current)} />
              <Value value="mine" verb={t('Keep mine')} text={textOf(member, wanted.get(member))} />
            </Stack>
          </Radio.Group>
        ))}
        <Group justify="flex-end" gap="xs">
          <Button variant="default" onClick={dialog.onClose}>
            {t('Back')}
          </Button>
          <Button disabled={!isComplete} loading={dialog.isSending} onClick={() => dialog.onChoose(choices)}>
            {t('Save')}
          </Button>
        </Group>
      </Stack>
    </Modal>
  );
}

type ValueProps = { value: ConflictChoice; verb: Label; text: ReactNode };

function Value({ value, verb, text }: ValueProps) {
  return (
    <Radio
      value={value}
      label={verb}
      description={text || t('Empty')}
      styles={{
        description: {
          fontSize: 'var(--mantine-font-size-sm)',
          whiteSpace: 'pre-wrap',
          overflowWrap: 'anywhere',
        },
      }}
    />
  );
}

function Editor({ conflict: { changed_by, changed_at } }: Pick<ConflictModalProps, 'conflict'>) {
  const { user } = useMe();
  if (!changed_by) return <>{t('This was changed meanwhile. Your changes are not saved yet.')}</>;
  const when = <RelativeTime time={changed_at} />;
  if (changed_by.id === user.user_id)
    return <T text="You changed this record in another window {when}." when={when} />;
  return (
    <T text="{editor} changed this record {when}." editor={<b>{actorName(changed_by)}</b>} when={when} />
  );
}
