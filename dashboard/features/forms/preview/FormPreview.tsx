import type { Form } from '../api.ts';
import { parseFields, type FormField } from '../fields.ts';
import { thumbnailPath, templatePdfPath } from '../FormPicture.tsx';
import { FieldPreview } from './FieldPreview.tsx';
import { PdfPages } from '../../../components/PdfPages.tsx';
import classes from './Preview.module.css';
import { t } from '../../../language/t.ts';

type FormPreviewProps = { form: Pick<Form, 'name' | 'fields' | 'template_image_url' | 'template_mime_type'> };

export function FormPreview({ form }: FormPreviewProps) {
  return (
    <FormPreviewContent
      name={form.name}
      picture={thumbnailPath(form)}
      pdf={templatePdfPath(form)}
      fields={parseFields(form.fields)}
    />
  );
}

type FormPreviewContentProps = {
  name: string;
  picture?: string | undefined;
  pdf?: string | undefined;
  fields: readonly FormField[];
};

/** A preview of the form as the glasses show it. */
export function FormPreviewContent({ name, picture, pdf, fields }: FormPreviewContentProps) {
  return (
    <section className={classes['sheet']} aria-label={t('Preview')}>
      <h2>{name || t('Untitled form')}</h2>
      {pdf ? (
        <PdfPages source={pdf} name={name || t('Untitled form')} />
      ) : (
        picture && <img src={picture} alt="" />
      )}
      {fields.length === 0 && <p className={classes['none']}>{t('Add a field to see a preview.')}</p>}
      {fields.map((field) => (
        <FieldPreview key={field.at} field={field} />
      ))}
    </section>
  );
}
