import { SimpleGrid, TagsInput, TextInput } from '@mantine/core';
import type { ServerForm } from '../../../components/useServerForm.ts';
import classes from './Editor.module.css';
import { PictureInput, type Picture } from './PictureInput.tsx';

export type AboutValues = {
  name: string;
  category: string;
  aliases: string[];
  /** A place for the server's message only. */
  template_image_base64: string;
};

type AboutProps = {
  form: ServerForm<AboutValues>;
  picture: string | undefined;
  onPicture: (picture: Picture) => void;
};

export function About({ form, picture, onPicture }: AboutProps) {
  return (
    <section className={classes['panel']} aria-label="About the form">
      <TextInput label="Name" required placeholder="Pump inspection" {...form.getInputProps('name')} />
      <SimpleGrid cols={{ base: 1, xs: 2 }} spacing="sm">
        <TextInput label="Category" placeholder="Maintenance" {...form.getInputProps('category')} />
        <TagsInput
          label="Also called"
          placeholder="Type and press Enter"
          {...form.getInputProps('aliases')}
        />
      </SimpleGrid>
      <PictureInput picture={picture} onPicture={onPicture} error={form.errors['template_image_base64']} />
    </section>
  );
}
