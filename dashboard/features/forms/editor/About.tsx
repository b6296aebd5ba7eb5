import '@mantine/core/styles/SimpleGrid.layer.css';
import '@mantine/core/styles/Pill.layer.css';
import '@mantine/core/styles/PillsInput.layer.css';
import { SimpleGrid, TagsInput, TextInput } from '@mantine/core';
import type { ServerForm } from '../../../hooks/useServerForm.ts';
import classes from './Editor.module.css';
import { PictureInput, type Picture } from './PictureInput.tsx';
import { t } from '../../../language/t.ts';

export type AboutValues = {
  name: string;
  category: string;
  aliases: string[];
  /** A place for the server's message only. */
  template_image_base64: string;
  /** The error of the fields. */
  fields: string;
};

const TEMPLATE = 'template_image_base64';

type AboutProps = {
  form: ServerForm<AboutValues>;
  picture: string | undefined;
  isPdf: boolean;
  onPicture: (picture: Picture) => void;
};

export function About({ form, picture, isPdf, onPicture }: AboutProps) {
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
        onPicture={(chosen) => {
          form.clearFieldError(TEMPLATE);
          onPicture(chosen);
        }}
        onFault={(fault) => form.setFieldError(TEMPLATE, fault)}
        error={form.errors[TEMPLATE]}
      />
    </section>
  );
}
