import '@mantine/core/styles/Alert.layer.css';
import { Alert, Button, Group, Text } from '@mantine/core';
import type { MouseEvent } from 'react';
import { fieldLabel } from '../api/labels.ts';
import type { RestoredDraft } from '../hooks/useDraft.ts';
import type { FormDraft } from '../hooks/useServerForm.ts';
import { Icon } from './Icon.tsx';
import { LEAVE_FORM_TEXTS } from './LeaveDialog.tsx';
import { LeaveGuard } from './LeaveGuard.tsx';
import { RelativeTime } from './RelativeTime.tsx';
import { t } from '../language/t.ts';
import { T } from '../language/T.tsx';

/** Says that the form shows a restored draft, and asks before the page is left with input that drafts do not keep. */
export function DraftNotice({ draft }: { draft: FormDraft }) {
  return (
    <>
      {draft.restored && <Notice restored={draft.restored} onDiscard={draft.discard} />}
      <LeaveGuard isAtRisk={draft.isAtRisk} texts={LEAVE_FORM_TEXTS} />
    </>
  );
}

function Notice({ restored, onDiscard }: { restored: RestoredDraft; onDiscard: () => void }) {
  const discard = ({ currentTarget }: MouseEvent<HTMLElement>) => {
    const form = currentTarget.closest('form');
    onDiscard();
    // The focused button disappears; the focus moves to the first field.
    (form?.querySelector<HTMLElement>('[data-autofocus]') ?? form?.querySelector('input'))?.focus();
  };
  const { saved_at, is_partial, outdated } = restored;
  const fields = outdated.map((name) => fieldLabel([name]));
  return (
    <Alert color="blue" variant="light" icon={<Icon name="edit" />} p="sm" role="status">
      <Group justify="space-between" gap="xs" wrap="nowrap">
        <Text size="sm">
          <T
            text="Your draft from {when} was restored."
            when={<RelativeTime time={new Date(saved_at).toISOString()} />}
          />
        </Text>
        <Button size="compact-sm" variant="default" flex="none" onClick={discard}>
          {t('Discard')}
        </Button>
      </Group>
      {is_partial && (
        <Text size="sm">{t('Files, passwords and secrets are not part of a draft. Enter them again.')}</Text>
      )}
      {fields.length > 0 && (
        <Text size="sm">
          {t('These values were changed elsewhere after you wrote the draft: {fields}.', {
            fields: fields.join(', '),
          })}
        </Text>
      )}
    </Alert>
  );
}
