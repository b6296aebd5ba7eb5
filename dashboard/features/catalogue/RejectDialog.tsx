import { Button, Group, Textarea } from '@mantine/core';
import { FormDialog } from '../../components/FormDialog.tsx';
import { useServerForm } from '../../hooks/useServerForm.ts';
import { useReview, type CatalogueEntry } from './api.ts';
import { t } from '../../language/t.ts';

const OFTEN = [
  t('The hands cover the part'),
  t('Too dark to see'),
  t('A step is missing'),
  t('This procedure is outdated'),
];

export function RejectDialog({ procedure, onClose }: { procedure: CatalogueEntry; onClose: () => void }) {
  const { mutateAsync } = useReview({ shows_errors_itself: true });
  const form = useServerForm({ notes: '' }, async ({ notes }) => {
    await mutateAsync({ procedure, review: { status: 'rejected', notes: notes.trim() || null } });
    onClose();
  });
  return (
    <FormDialog
      title={t('Reject {title}', { title: procedure.title })}
      verb={t('Reject')}
      isOpen
      onClose={onClose}
      form={form}
    >
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
