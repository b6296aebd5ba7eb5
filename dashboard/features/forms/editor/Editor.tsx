import { Alert, Button } from '@mantine/core';
import { Link, useRouter } from '@tanstack/react-router';
import { useState } from 'react';
import { Icon } from '../../../components/Icon.tsx';
import { Page } from '../../../components/Page.tsx';
import { useServerForm } from '../../../components/useServerForm.ts';
import { lazily } from '../../../components/lazily.tsx';
import { useSaveForm, type Form, type OwnFormsPath } from '../api.ts';
import { readFields, writeFields, type Field } from '../fields.ts';
import { pathOf } from '../FormPicture.tsx';
import type { AboutValues } from './About.tsx';
import classes from './Editor.module.css';
import type { Picture } from './PictureInput.tsx';
import { t } from '../../../language/t.ts';

const About = lazily(async () => (await import('./About.tsx')).About);
const FieldList = lazily(async () => (await import('./FieldList.tsx')).FieldList);
const Preview = lazily(async () => (await import('../preview/FormPreview.tsx')).Preview);

/** The form's fields on the left, its preview on the right. */
export function Editor({ path, form: stored }: { path: OwnFormsPath; form?: Form }) {
  const router = useRouter();
  const [fields, setFields] = useState<Field[]>(() => readFields(stored?.fields ?? []));
  const [picture, setPicture] = useState<Picture>();
  const { mutateAsync } = useSaveForm(path, stored?.id, () => void router.navigate({ to: path }));
  const form = useServerForm(valuesOf(stored), ({ category, template_image_base64: _, ...values }) =>
    mutateAsync({
      ...values,
      category: category || null,
      fields: writeFields(fields),
      ...pictureOf(picture),
    }),
  );
  const shown = picture?.url ?? (stored && pathOf(stored));
  return (
    <form onSubmit={form.send} noValidate>
      <Page
        title={stored ? t('Edit form') : t('New form')}
        about={stored ? stored.name : t('What people fill in on their glasses.')}
        actions={
          <>
            <Button variant="default" renderRoot={(props) => <Link to={path} {...props} />}>
              {t('Cancel')}
            </Button>
            <Button type="submit" loading={form.isSending}>
              {stored ? t('Save form') : t('Create form')}
            </Button>
          </>
        }
      >
        {form.complaint && (
          <Alert color="red" variant="light" mb="md" icon={<Icon name="alert" />} role="alert">
            {form.complaint}
          </Alert>
        )}
        <div className={classes['columns']}>
          <div className={classes['edit']}>
            <About form={form} onPicture={setPicture} picture={shown} />
            <FieldList fields={fields} onChange={setFields} />
          </div>
          <aside className={classes['preview']}>
            <p>{t('Preview')}</p>
            <Preview name={form.values.name} picture={shown} fields={fields} />
          </aside>
        </div>
      </Page>
    </form>
  );
}

function valuesOf(form?: Form): AboutValues {
  return {
    name: form?.name ?? '',
    category: form?.category ?? '',
    aliases: form?.aliases ?? [],
    template_image_base64: '',
  };
}

function pictureOf(picture?: Picture) {
  return picture && { template_image_base64: picture.url, template_mime_type: picture.type };
}
