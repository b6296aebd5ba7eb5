import { t, type Label } from '../language/t.ts';
/** The files that an upload accepts, checked before anything is sent. */
export type FileRule = {
  /** File extensions or media types, for the `accept` attribute of an input. */
  accept: readonly string[];
  most_mb: number;
  kinds: Label;
};

export const DOCUMENT_FILES: FileRule = {
  accept: ['.pdf', '.docx', '.html', '.htm', '.md', '.markdown', '.csv', '.txt'],
  most_mb: 25,
  kinds: t('PDF, Word, HTML, Markdown, CSV or plain text'),
};

export const INVITATION_LIST_FILES: FileRule = {
  accept: ['.csv', '.txt'],
  most_mb: 1,
  kinds: t('CSV or plain text'),
};

export const IMPORT_FILES: FileRule = { ...INVITATION_LIST_FILES, most_mb: 25 };

export const FORM_TEMPLATE_FILES: FileRule = {
  accept: ['image/png', 'image/jpeg', 'image/webp', 'application/pdf'],
  most_mb: 10,
  kinds: t('PNG, JPEG, WebP or PDF'),
};

export const LOGO_FILES: FileRule = {
  accept: ['image/png', 'image/jpeg'],
  most_mb: 500 / 1024,
  kinds: t('PNG or JPEG'),
};

export function acceptAttribute({ accept }: FileRule): string {
  return accept.join(',');
}

/** Returns the error of a file; undefined if the file is accepted. */
export function findFileError(
  { name, type, size }: Pick<File, 'name' | 'type' | 'size'>,
  { accept, most_mb, kinds }: FileRule,
): string | undefined {
  const isTaken = accept.some((one) => one === type || name.toLowerCase().endsWith(one));
  if (!isTaken) return t('Must be {kinds}', { kinds });
  if (size === 0) return t('Empty');
  if (size <= most_mb * 1_048_576) return undefined;
  return most_mb < 1
    ? t('Must be at most {most_kb} KB', { most_kb: most_mb * 1024 })
    : t('Must be at most {most_mb} MB', { most_mb });
}
