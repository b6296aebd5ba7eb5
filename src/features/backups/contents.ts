import { DamagedArchive } from '../../lib/files/archive/format.ts';
import { readJson, type ArchivePart } from '../../lib/files/archive/read.ts';
import { bodyReader, type Reader } from '../../lib/http/validate.ts';
import { Type, type Static, type TSchema } from '../../lib/schema/type.ts';
import { Input } from '../../lib/schema/schema.ts';

const Name = Type.String({ minLength: 1, maxLength: 63 });
const Day = Type.String({ pattern: '^20\\d\\d-\\d\\d-\\d\\d$' });
const Count = Type.Integer({ minimum: 0 });

const ArchiveHead = Input({
  made_at: Type.String({ format: 'date-time' }),
  version: Type.String({ pattern: '^[\\w.+-]{1,64}$' }),
  /** The newest that its tables have. */
  migration: Input({
    number: Type.Integer({ minimum: 1, maximum: 9_999 }),
    name: Type.String({ pattern: '^[\\w.]{1,200}$' }),
    checksum: Type.String({ pattern: '^[0-9a-f]{64}$' }),
  }),
  tables: Type.Array(Input({ name: Name, columns: Type.Array(Name), is_split: Type.Boolean() })),
  /** Days that have a partition of their own, by table. */
  days: Type.Record(Type.String(), Type.Array(Day)),
});
/** The first part of a backup. */
export type ArchiveHead = Static<typeof ArchiveHead>;

const SealedKeys = Input({
  salt: Type.String({ pattern: '^[0-9a-f]{32}$' }),
  cost: Type.Integer(),
  block: Type.Integer(),
  sealed: Type.String(),
});

const Contents = Input({ rows: Type.Record(Type.String(), Count), files: Count });
/** The last part: what the others must add up to. */
export type Contents = Static<typeof Contents>;

export const PARTS = { about: 'about', key: 'secret key', contents: 'contents' } as const;

export const tablePart = (name: string): string => `table ${name}`;
export const filePart = (key: string): string => `file ${key}`;

/** Binds the sealed key to its use. */
export const KEY_CONTEXT = 'backup secret key';

const MIB = 1024 * 1024;

/** The names of tables, columns and days are still those that the archive says. */
export const readArchiveHead = partReader(ArchiveHead, 4 * MIB);
export const readSealedKeys = partReader(SealedKeys, MIB);
/** Older backups also name each file that was missing. */
export const readContents = partReader(Contents, 16 * MIB);

function partReader<S extends TSchema>(
  schema: S,
  max_bytes: number,
): (part: ArchivePart) => Promise<Static<S>> {
  const read: Reader<S> = bodyReader(schema);
  return async (part) => {
    const content = await readJson(part, max_bytes);
    try {
      return read(content);
    } catch (error) {
      const fault = error instanceof Error ? error.message : String(error);
      throw new DamagedArchive(`The part “${part.header.name}” of the backup is wrong: ${fault}.`);
    }
  };
}
