import { DamagedArchive } from '../../lib/files/archive/format.ts';
import { readJson, type ArchivePart } from '../../lib/files/archive/read.ts';
import { bodyReader, type Reader } from '../../lib/http/validate.ts';
import { Type, type Static, type TSchema } from '../../lib/schema/type.ts';
import { Input } from '../../lib/schema/schema.ts';

const Name = Type.String({ minLength: 1, maxLength: 63 });
const Day = Type.String({ pattern: '^20\\d\\d-\\d\\d-\\d\\d$' });
const Count = Type.Integer({ minimum: 0 });

const ArchiveHeader = Input({
  made_at: Type.String({ format: 'date-time' }),
  version: Type.String({ pattern: '^[\\w.+-]{1,64}$' }),
  /** The newest migration of the database at the time of the backup. */
  migration: Input({
    number: Type.Integer({ minimum: 1, maximum: 9_999 }),
    name: Type.String({ pattern: '^[\\w.]{1,200}$' }),
    checksum: Type.String({ pattern: '^[0-9a-f]{64}$' }),
  }),
  tables: Type.Array(Input({ name: Name, columns: Type.Array(Name), is_split: Type.Boolean() })),
  /** The days with a partition, by table. */
  days: Type.Record(Type.String(), Type.Array(Day)),
});
/** The first part of a backup archive: its time, version and schema. */
export type ArchiveHeader = Static<typeof ArchiveHeader>;

const SealedKeys = Input({
  salt: Type.String({ pattern: '^[0-9a-f]{32}$' }),
  cost: Type.Integer(),
  block: Type.Integer(),
  sealed: Type.String(),
});

const BackupTotals = Input({ rows: Type.Record(Type.String(), Count), files: Count });
/** The last part of a backup archive: the number of rows and files, to detect an incomplete archive. */
export type BackupTotals = Static<typeof BackupTotals>;

export const ARCHIVE_PART_NAMES = { about: 'about', key: 'secret key', contents: 'contents' } as const;

export const tablePartName = (name: string): string => `table ${name}`;
export const filePartName = (key: string): string => `file ${key}`;

/** The associated data of the encrypted keys, so that they cannot be decrypted for another purpose. */
export const BACKUP_KEYS_ENCRYPTION_CONTEXT = 'backup secret key';

const MIB = 1024 * 1024;

/** Reads the header of an archive. Its table, column and day names are not trusted yet; `matchTables` checks them. */
export const readArchiveHeader = partReader(ArchiveHeader, 4 * MIB);
export const readSealedKeys = partReader(SealedKeys, MIB);
/** Reads the last part of an archive. Older backups also contain a list of missing files, which is ignored. */
export const readBackupTotals = partReader(BackupTotals, 16 * MIB);

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
      throw new DamagedArchive(`The part “${part.header.name}” of the backup is invalid: ${fault}.`);
    }
  };
}
