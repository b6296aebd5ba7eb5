import { formatStoredValue } from '../../../format/formatStoredValue.ts';
import type { Form, FormChanges } from '../api.ts';
import { parseFields } from '../fields.ts';
import type { FormEditorValues } from './FormDetails.tsx';
import { t } from '../../../language/t.ts';

/** The members of a form that the editor can change. A chosen picture is a data URL in `template_image_url`. */
export type FormRequestBody = {
  name: string;
  category: string | null;
  aliases: string[];
  fields: object[];
  is_active: boolean;
  template_image_url: string;
};

export function storedFormAsRequestBody(form?: Form): FormRequestBody {
  return {
    name: form?.name ?? '',
    category: form?.category ?? null,
    aliases: form?.aliases ?? [],
    fields: form?.fields ?? [],
    is_active: form?.is_active ?? true,
    template_image_url: form?.template_image_url ?? '',
  };
}

export function formEditorValues({ name, category, aliases, fields }: FormRequestBody): FormEditorValues {
  return {
    name,
    category: category ?? '',
    aliases,
    template_image_base64: null,
    fields: parseFields(fields),
  };
}

/** Moves a chosen picture (a data URL) to the members in which the server takes a new picture. */
export function withPictureUpload<C extends Partial<FormRequestBody>>({
  template_image_url: url,
  ...changes
}: C): Omit<C, 'template_image_url'> & Pick<FormChanges, 'template_image_base64' | 'template_mime_type'> {
  if (!url?.startsWith('data:')) return changes;
  return { ...changes, template_image_base64: url, template_mime_type: url.slice(5, url.indexOf(';')) };
}

/** Returns the text of a member in the dialog about a conflict. */
export function formMemberText(member: string, value: unknown): string | undefined {
  if (member === 'fields' && Array.isArray(value))
    return value.map(({ label, key }, at) => `${at + 1}. ${label || key}`).join('\n');
  if (member === 'is_active') return value === true ? t('Turned on') : t('Draft');
  if (member === 'template_image_url')
    return String(value).startsWith('data:') ? t('The picture that you chose') : t('The stored picture');
  return formatStoredValue(value);
}
