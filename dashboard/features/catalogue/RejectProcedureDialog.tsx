import { Button, Group, Textarea } from '@mantine/core';
import { FormDialog } from '../../components/FormDialog.tsx';
import { useServerForm } from '../../hooks/useServerForm.ts';
import { t, type Label } from '../../language/t.ts';

const OFTEN = [
  t('The hands cover the part'),
  t('Too dark to see'),
  t('A step is missing'),
  t('This procedure is outdated'),
];

type RejectProcedureDialogProps = {
  title: Label;
  /** The name of the draft. */
  draft: string;
  onReject: (notes: string | null) => Promise<unknown> | void;
  onClose: () => void;
};

export function RejectProcedureDialog({ title, draft, onReject, onClose }: RejectProcedureDialogProps) {
  const form = useServerForm(
    { notes: '' },
    async ({ notes }) => {
      await onReject(notes.trim() || null);
      onClose();
    },
    { draft },
  );
  return (
    <FormDialog title={title} verb={t('Reject')} onClose={onClose} form={form}>
      <Textarea
        description={t('Shown with the procedure to the person who recorded it.')}
        autosize
        minRows={3}
        required
        data-autofocus
        {...form.field('notes')}
        label={t('What needs to be improved?')}
      />
      <Group gap={6}>
        {OFTEN.map((words) => (
          <Button
            key={words}
            size="compact-xs"
            variant="default"
            onClick={() => form.setFieldValue('notes', words)}
          >
            {words}
          </Button>
        ))}
      </Group>
    </FormDialog>
  );
}
