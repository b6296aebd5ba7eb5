import { tenths } from './format.ts';

/** `640 KB`, `1.5 GB`. */
export function sizeOf(bytes: number): string {
  if (bytes < 1024) return `${bytes} B`;
  const kilobytes = bytes / 1024;
  if (kilobytes < 1024) return `${Math.round(kilobytes)} KB`;
  const megabytes = kilobytes / 1024;
  return megabytes < 1024 ? `${tenths(megabytes)} MB` : `${tenths(megabytes / 1024)} GB`;
}
