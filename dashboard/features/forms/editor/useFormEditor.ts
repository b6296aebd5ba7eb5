import { useRouter } from '@tanstack/react-router';
import { useRef } from 'react';
import { useEditForm } from '../../../hooks/useEditForm.tsx';
import { useSaveForm, type Form, type EditableFormsPath } from '../api.ts';
import { serializeFields } from '../fields.ts';
import type { FormEditorValues } from './FormDetails.tsx';
import {
  formMemberText,
  formEditorValues,
  storedFormAsRequestBody,
  withPictureUpload,
  type FormRequestBody,
} from './requestBody.ts';
import { t } from '../../../language/t.ts';

/** Returns the form of the editor. `setDraft` chooses between saving as a draft and turning the form on. */
export function useFormEditor(path: EditableFormsPath, stored: Form | undefined) {
  const router = useRouter();
  const isDraft = useRef<boolean>(undefined);
  const leave = () => void router.navigate({ to: path });
  const { mutateAsync } = useSaveForm(path, stored?.id, leave);
  const form = useEditForm<FormEditorValues, FormRequestBody>({
    draft: `form ${stored?.id ?? path}`,
    stored: storedFormAsRequestBody(stored),
    toValues: formEditorValues,
    toBody: (
      { name, category, aliases, fields, template_image_base64 },
      { is_active, template_image_url },
    ) => ({
      name,
      category: category || null,
      aliases,
      fields: serializeFields(fields),
      is_active: isDraft.current === undefined ? is_active : !isDraft.current,
      template_image_url: template_image_base64?.url ?? template_image_url,
    }),
    save: (edit, body) => mutateAsync({ edit: withPictureUpload(edit), form: withPictureUpload(body) }),
    onUnchanged: leave,
    labels: { is_active: t('Status') },
    textOf: formMemberText,
    fields: { template_image_url: ['template_image_base64'] },
  });
  const setDraft = (draft: boolean) => {
    isDraft.current = draft;
  };
  return { form, setDraft };
}
