import '@mantine/core/styles/Alert.layer.css';
import { Alert, Button } from '@mantine/core';
import { Link, useRouter } from '@tanstack/react-router';
import { useRef, useState } from 'react';
import { Icon } from '../../../components/Icon.tsx';
import { Page } from '../../../components/Page.tsx';
import { useServerForm } from '../../../hooks/useServerForm.ts';
import { lazyComponent } from '../../../hooks/lazyComponent.tsx';
import { useSaveForm, type Form, type OwnFormsPath } from '../api.ts';
import { readFields, writeFields, type Field } from '../fields.ts';
import { thumbnailPath, templatePdf } from '../FormPicture.tsx';
import type { AboutValues } from './About.tsx';
import classes from './Editor.module.css';
import type { Picture } from './PictureInput.tsx';
import { t } from '../../../language/t.ts';

const About = lazyComponent(async () => (await import('./About.tsx')).About);
const FieldList = lazyComponent(async () => (await import('./FieldList.tsx')).FieldList);
const Preview = lazyComponent(async () => (await import('../preview/FormPreview.tsx')).Preview);

/** The form's fields on the left, its preview on the right. */
export function Editor({ path, form: stored }: { path: OwnFormsPath; form?: Form }) {
  const router = useRouter();
  const [fields, setFields] = useState<Field[]>(() => readFields(stored?.fields ?? []));
  const [picture, setPicture] = useState<Picture>();
  const isDraft = useRef(false);
  const { mutateAsync } = useSaveForm(path, stored?.id, () => void router.navigate({ to: path }));
  const form = useServerForm(
    valuesOf(stored),
    ({ category, template_image_base64: _, fields: __, ...values }) =>
      mutateAsync({
        ...values,
        category: category || null,
        fields: writeFields(fields),
        is_active: !isDraft.current,
        ...pictureOf(picture),
      }),
  );
  const pdf = picture ? pdfIn(picture) : stored && templatePdf(stored);
  const shown = picture?.url ?? (stored && thumbnailPath(stored)) ?? pdf;
  return (
    <form onSubmit={form.send} noValidate>
      <Page
        title={stored ? t('Edit form') : t('New form')}
        about={stored ? stored.name : t('Fields that people fill in on their glasses.')}
        actions={
          <Saving
            path={path}
            stored={stored}
            isSending={form.isSending}
            onVerb={(draft) => (isDraft.current = draft)}
          />
        }
      >
        {form.complaint && (
          <Alert color="red" variant="light" mb="md" icon={<Icon name="alert" />} role="alert">
            {form.complaint}
          </Alert>
        )}
        <div className={classes['columns']}>
          <div className={classes['edit']}>
            <About form={form} onPicture={setPicture} picture={shown} isPdf={pdf !== undefined} />
            <FieldList
              fields={fields}
              onChange={(changed) => {
                form.clearFieldError('fields');
                setFields(changed);
              }}
              error={form.errors['fields']}
            />
          </div>
          <aside className={classes['preview']}>
            <p>{t('Preview')}</p>
            <Preview name={form.values.name} picture={shown} pdf={pdf} fields={fields} />
          </aside>
        </div>
      </Page>
    </form>
  );
}

type SavingProps = {
  path: OwnFormsPath;
  stored: Form | undefined;
  isSending: boolean;
  onVerb: (isDraft: boolean) => void;
};

/** The Enter key presses the one button of the type `submit`. */
function Saving({ path, stored, isSending, onVerb }: SavingProps) {
  return (
    <>
      <Button variant="default" renderRoot={(props) => <Link to={path} {...props} />}>
        {t('Cancel')}
      </Button>
      <Button
        variant="default"
        disabled={isSending}
        onClick={(event) => {
          onVerb(true);
          event.currentTarget.form?.requestSubmit();
        }}
      >
        {t('Save as draft')}
      </Button>
      <Button type="submit" loading={isSending} onClick={() => onVerb(false)}>
        {verbFor(stored)}
      </Button>
    </>
  );
}

function verbFor(stored?: Form): string {
  if (!stored) return t('Create form');
  return stored.is_active ? t('Save form') : t('Save and turn on');
}

function valuesOf(form?: Form): AboutValues {
  return {
    name: form?.name ?? '',
    category: form?.category ?? '',
    aliases: form?.aliases ?? [],
    template_image_base64: '',
    fields: '',
  };
}

function pdfIn({ type, url }: Picture): string | undefined {
  return type === 'application/pdf' ? url : undefined;
}

function pictureOf(picture?: Picture) {
  return picture && { template_image_base64: picture.url, template_mime_type: picture.type };
}
