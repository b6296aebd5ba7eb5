import '@mantine/core/styles/Alert.layer.css';
import { Alert, Button } from '@mantine/core';
import { Link } from '@tanstack/react-router';
import { DraftNotice } from '../../../components/DraftNotice.tsx';
import { Icon } from '../../../components/Icon.tsx';
import { Page } from '../../../components/Page.tsx';
import { lazyComponent } from '../../../hooks/lazyComponent.tsx';
import type { Form, EditableFormsPath } from '../api.ts';
import { thumbnailPath, templatePdfPath } from '../FormPicture.tsx';
import classes from './Editor.module.css';
import type { PictureFile } from './PictureInput.tsx';
import { useFormEditor } from './useFormEditor.ts';
import { t, verbatim } from '../../../language/t.ts';

const FormDetails = lazyComponent(async () => (await import('./FormDetails.tsx')).FormDetails);
const FieldList = lazyComponent(async () => (await import('./FieldList.tsx')).FieldList);
const FormPreviewContent = lazyComponent(
  async () => (await import('../preview/FormPreview.tsx')).FormPreviewContent,
);

/** The form editor: fields on the left, preview on the right. */
export function FormEditor({ path, form: stored }: { path: EditableFormsPath; form?: Form }) {
  const { form, setDraft } = useFormEditor(path, stored);
  const { name, fields, template_image_base64: picture } = form.values;
  const pdf = picture ? pdfIn(picture) : stored && templatePdfPath(stored);
  const shown = picture?.url ?? (stored && thumbnailPath(stored)) ?? pdf;
  return (
    <form onSubmit={form.send} noValidate>
      <Page
        title={stored ? t('Edit form') : t('New form')}
        about={stored ? verbatim(stored.name) : t('Fields that people fill in on their glasses.')}
        actions={
          <Saving
            path={path}
            stored={stored}
            isSending={form.isSending}
            onVerb={setDraft}
            onCancel={form.draft.discard}
          />
        }
      >
        <div className={classes['draft']}>
          <DraftNotice draft={form.draft} />
        </div>
        {form.formError && (
          <Alert color="red" variant="light" mb="md" icon={<Icon name="alert" />} role="alert">
            {form.formError}
          </Alert>
        )}
        <div className={classes['columns']}>
          <div className={classes['edit']}>
            <FormDetails form={form} picture={shown} isPdf={pdf !== undefined} />
            <FieldList
              fields={fields}
              onChange={(changed) => form.setFieldValue('fields', changed)}
              error={form.errors['fields']}
            />
          </div>
          <aside className={classes['preview']}>
            <p>{t('Preview')}</p>
            <FormPreviewContent name={name} picture={shown} pdf={pdf} fields={fields} />
          </aside>
        </div>
      </Page>
      {form.conflictDialog}
    </form>
  );
}

type SavingProps = {
  path: EditableFormsPath;
  stored: Form | undefined;
  isSending: boolean;
  onVerb: (isDraft: boolean) => void;
  onCancel: () => void;
};

/** Only one button has the type `submit`: the Enter key presses it. */
function Saving({ path, stored, isSending, onVerb, onCancel }: SavingProps) {
  return (
    <>
      <Button variant="default" onClick={onCancel} renderRoot={(props) => <Link to={path} {...props} />}>
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

function pdfIn({ file, url }: PictureFile): string | undefined {
  return file.type === 'application/pdf' ? url : undefined;
}
