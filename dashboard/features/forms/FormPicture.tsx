import { Icon } from '../../components/Icon.tsx';
import type { FormCard } from './api.ts';
import classes from './Forms.module.css';
import { t } from '../../language/t.ts';

const PDF = 'application/pdf';

type Pictured = Pick<FormCard, 'template_image_url' | 'template_mime_type'> & {
  thumbnail_url?: string | null;
  has_fields_only?: boolean;
};

/** Shows our own files only; a picture at another host is a link, because no request leaves the origin. */
export function FormPicture({ form }: { form: Pictured }) {
  const path = thumbnailPath(form);
  return (
    <div className={classes['picture']}>
      {path ? (
        <img src={path} alt="" loading="lazy" />
      ) : (
        <span>
          <Icon name="forms" size={26} />
          {wordOf(form)}
        </span>
      )}
    </div>
  );
}

export function thumbnailPath({ thumbnail_url, template_image_url, template_mime_type }: Pictured) {
  return ownPath(thumbnail_url ?? (template_mime_type === PDF ? null : template_image_url));
}

/** The path of the PDF of a form, if this service stores it. */
export function templatePdf({ template_image_url, template_mime_type }: Pictured) {
  return template_mime_type === PDF ? ownPath(template_image_url) : undefined;
}

function ownPath(url: string | null): string | undefined {
  if (!url || !URL.canParse(url)) return undefined;
  const { pathname } = new URL(url);
  return /^\/files\/[0-9a-f-]{36}\/[0-9a-f]{48}$/.test(pathname) ? pathname : undefined;
}

function wordOf({ has_fields_only, template_image_url, template_mime_type }: Pictured): string {
  if (has_fields_only) return t('Without template');
  if (template_mime_type === PDF) return 'PDF';
  return URL.canParse(template_image_url) ? new URL(template_image_url).hostname : t('No template');
}
