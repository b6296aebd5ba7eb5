import type { Form } from '../api.ts';
import { readFields, type Field } from '../fields.ts';
import { thumbnailPath, templatePdf } from '../FormPicture.tsx';
import { FieldPreview } from './FieldPreview.tsx';
import { PdfPages } from '../../../components/PdfPages.tsx';
import classes from './Preview.module.css';
import { t } from '../../../language/t.ts';

type FormPreviewProps = { form: Pick<Form, 'name' | 'fields' | 'template_image_url' | 'template_mime_type'> };

export function FormPreview({ form }: FormPreviewProps) {
  return (
    <Preview
      name={form.name}
      picture={thumbnailPath(form)}
      pdf={templatePdf(form)}
      fields={readFields(form.fields)}
    />
  );
}

type PreviewProps = {
  name: string;
  picture?: string | undefined;
  pdf?: string | undefined;
  fields: readonly Field[];
};

/** The form as shown on glasses. */
export function Preview({ name, picture, pdf, fields }: PreviewProps) {
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
