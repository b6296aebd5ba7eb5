import '@mantine/core/styles/SimpleGrid.layer.css';
import '@mantine/core/styles/Pill.layer.css';
import '@mantine/core/styles/PillsInput.layer.css';
import { SimpleGrid, TagsInput, TextInput } from '@mantine/core';
import type { ServerForm } from '../../../hooks/useServerForm.ts';
import type { FormField } from '../fields.ts';
import classes from './Editor.module.css';
import { PictureInput, type PictureFile } from './PictureInput.tsx';
import { t } from '../../../language/t.ts';

export type FormEditorValues = {
  name: string;
  category: string;
  aliases: string[];
  /** The chosen template file, if any. The server's error about the file appears at this member. */
  template_image_base64: PictureFile | null;
  fields: FormField[];
};

const TEMPLATE = 'template_image_base64';

type FormDetailsProps = {
  form: ServerForm<FormEditorValues>;
  picture: string | undefined;
  isPdf: boolean;
};

export function FormDetails({ form, picture, isPdf }: FormDetailsProps) {
  return (
    <section className={classes['panel']} aria-label={t('Form details')}>
      <TextInput required placeholder={t('Pump inspection')} {...form.field('name')} />
      <SimpleGrid cols={{ base: 1, xs: 2 }} spacing="sm">
        <TextInput placeholder={t('Maintenance')} {...form.field('category')} />
        <TagsInput placeholder={t('Type a name and press Enter')} {...form.field('aliases')} />
      </SimpleGrid>
      <PictureInput
        picture={picture}
        isPdf={isPdf}
        onPicture={(chosen) => form.setFieldValue(TEMPLATE, chosen)}
        onFault={(fault) => form.setFieldError(TEMPLATE, fault)}
        error={form.errors[TEMPLATE]}
      />
    </section>
  );
}
