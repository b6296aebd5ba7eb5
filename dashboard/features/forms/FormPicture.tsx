import { Icon } from '../../components/Icon.tsx';
import type { FormCard } from './api.ts';
import classes from './Forms.module.css';
import { t } from '../../language/t.ts';

const PDF = 'application/pdf';

type FormPictureSource = Pick<FormCard, 'template_image_url' | 'template_mime_type'> & {
  thumbnail_url?: string | null;
  has_fields_only?: boolean;
};

/**
 * Shows only pictures that this service stores. A picture at another host becomes a link, so that the page sends no
 * request to that host.
 */
export function FormPicture({ form }: { form: FormPictureSource }) {
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

export function thumbnailPath({ thumbnail_url, template_image_url, template_mime_type }: FormPictureSource) {
  return ownPath(thumbnail_url ?? (template_mime_type === PDF ? null : template_image_url));
}

/** Returns the path of a form's PDF, if this service stores the PDF. */
export function templatePdfPath({ template_image_url, template_mime_type }: FormPictureSource) {
  return template_mime_type === PDF ? ownPath(template_image_url) : undefined;
}

function ownPath(url: string | null): string | undefined {
  if (!url || !URL.canParse(url)) return undefined;
  const { pathname } = new URL(url);
  return /^\/files\/[0-9a-f-]{36}\/[0-9a-f]{48}$/.test(pathname) ? pathname : undefined;
}

function wordOf({ has_fields_only, template_image_url, template_mime_type }: FormPictureSource): string {
  if (has_fields_only) return t('Without template');
  if (template_mime_type === PDF) return 'PDF';
  return URL.canParse(template_image_url) ? new URL(template_image_url).hostname : t('No template');
}
