import { FormDialog } from '../../components/FormDialog.tsx';
import { useServerForm } from '../../hooks/useServerForm.ts';
import { useChangeKey, type Key } from './api.ts';
import { RestrictionFields } from './RestrictionFields.tsx';
import { restrictionRequestBody, restrictionFormValues } from './restrictions.ts';
import { t } from '../../language/t.ts';

export function ChangeKey({ of: key, onClose }: { of: Key; onClose: () => void }) {
  const { mutateAsync } = useChangeKey(key.id, onClose);
  const form = useServerForm(
    restrictionFormValues(key),
    (values) => mutateAsync(restrictionRequestBody(values)),
    {
      draft: `key ${key.id}`,
    },
  );
  return (
    <FormDialog title={t('Change {name}', { name: key.name })} verb={t('Save')} onClose={onClose} form={form}>
      <RestrictionFields field={form.field} values={form.values} of={key} />
    </FormDialog>
  );
}
