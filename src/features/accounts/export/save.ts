import { acquireExportSlot } from '../../../access/exportSlots.ts';
import type { Context } from '../../../access/context.ts';
import { recordAudit } from '../../../audit/audit.ts';
import { openArchivePlace, splitArchivePath } from '../../../lib/files/archive/openPlace.ts';
import { compress } from '../../../lib/files/archive/compress.ts';
import { transaction } from '../../../lib/sql/sql.ts';
import { assertAccountExists } from '../accounts.ts';
import { writeAccountArchive, type ExportResult } from './archive.ts';
import { DAY_MS, MINUTE_MS } from '../../../lib/time/clock.ts';

/** The time limit of a download. A slower client receives an incomplete file. */
const DOWNLOAD_MS = 15 * MINUTE_MS;
const COMMAND_MS = DAY_MS;

type AuditedExportContext = Pick<Context, 'db' | 'account_id' | 'now' | 'tools' | 'actor' | 'address'>;

/** Streams all data of an account as a compressed tar archive. */
export async function* streamAccountExport(ctx: AuditedExportContext): AsyncGenerator<Buffer, void> {
  using held = new DisposableStack();
  held.use(acquireExportSlot(ctx.account_id));
  await note(ctx);
  yield* compress(writeAccountArchive(ctx, { timeout_ms: DOWNLOAD_MS }));
}

/** Exports the account to a new file or bucket object, which becomes visible only when it is complete. */
export async function exportAccount(
  ctx: AuditedExportContext,
  to: string,
  interrupted: AbortSignal,
): Promise<ExportResult & { bytes: number }> {
  const { place: folder, name } = splitArchivePath(to);
  const place = openArchivePlace(folder);
  try {
    const sink = await place.create(name);
    try {
      await note(ctx);
      const blocks = compress(writeAccountArchive(ctx, { timeout_ms: COMMAND_MS }), interrupted);
      let bytes = 0;
      for (;;) {
        const { done, value } = await blocks.next();
        if (done) {
          await sink.finish();
          return { ...value, bytes };
        }
        bytes += value.length;
        await sink.write(value);
      }
    } catch (error) {
      await sink.abort().catch(() => undefined);
      throw error;
    }
  } finally {
    await place.close();
  }
}

async function note(ctx: AuditedExportContext): Promise<void> {
  await assertAccountExists(ctx, ctx.account_id);
  await transaction(ctx.db, (tx) => recordAudit(tx, ctx, { action: 'account.exported' }));
}
