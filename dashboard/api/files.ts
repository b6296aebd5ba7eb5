import { t } from '../language/t.ts';
/** A file as a data URL. */
export function readDataUrl(file: File): Promise<string> {
  return new Promise((resolve, reject) => {
    const reader = new FileReader();
    reader.addEventListener('load', () => {
      if (typeof reader.result === 'string') resolve(reader.result);
    });
    reader.addEventListener('error', () => reject(new Error(t('This file cannot be read'))));
    reader.readAsDataURL(file);
  });
}

/** The bytes of a file as base64. */
export async function readBase64(file: File): Promise<string> {
  const url = await readDataUrl(file);
  return url.slice(url.indexOf(',') + 1);
}
