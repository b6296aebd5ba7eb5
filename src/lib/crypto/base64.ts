/**
 * Decodes base64 with or without padding; undefined for any other text. Node's decoder skips invalid characters, which
 * is detected by the length of the result.
 */
export function decodeBase64(text: string): Buffer | undefined {
  const length = text.length - (text.endsWith('==') ? 2 : text.endsWith('=') ? 1 : 0);
  if (length % 4 === 1 || text.includes('-') || text.includes('_')) return undefined;
  const bytes = Buffer.from(text, 'base64');
  return bytes.length === Math.floor((length * 3) / 4) ? bytes : undefined;
}
