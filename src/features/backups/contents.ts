import type { MigrationName } from '../../lib/migrate.ts';
import type { Table } from './sql/contents.ts';

/** The first part of a backup. */
export type About = {
  made_at: string;
  version: string;
  /** The newest that its tables have. */
  migration: MigrationName;
  tables: Table[];
  /** Days that have a partition of their own, by table. */
  days: Record<string, string[]>;
};

/** The last part: what the others must add up to. */
export type Contents = { rows: Record<string, number>; files: number; missing: string[] };

export const PARTS = { about: 'about', key: 'secret key', contents: 'contents' } as const;

export const tablePart = (name: string): string => `table ${name}`;
export const filePart = (key: string): string => `file ${key}`;

/** Binds the sealed key to its use. */
export const KEY_CONTEXT = 'backup secret key';
