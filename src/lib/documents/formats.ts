import { extname } from 'node:path';

const FORMATS = {
  '.pdf': 'pdf',
  '.docx': 'docx',
  '.html': 'html',
  '.htm': 'html',
  '.md': 'markdown',
  '.markdown': 'markdown',
  '.csv': 'csv',
  '.txt': 'text',
} as const;
export type Format = (typeof FORMATS)[keyof typeof FORMATS];

export const FILE_ENDINGS = Object.keys(FORMATS);

export function formatOf(name: string): Format | undefined {
  const ending = extname(name).toLowerCase();
  return Object.entries(FORMATS).find(([one]) => one === ending)?.[1];
}
