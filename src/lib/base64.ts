/**
 * The bytes of a text that is nothing but base64, its padding left out or not; undefined for any other. Node's decoder
 * passes over what it does not know: the text is then longer than its bytes say.
 */
export function decodeBase64(text: string): Buffer | undefined {
  const length = text.length - (text.endsWith('==') ? 2 : text.endsWith('=') ? 1 : 0);
  if (length % 4 === 1 || text.includes('-') || text.includes('_')) return undefined;
  const bytes = Buffer.from(text, 'base64');
  return bytes.length === Math.floor((length * 3) / 4) ? bytes : undefined;
}
