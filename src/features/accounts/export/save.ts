import { acquireExportSlot } from '../../../access/exportSlots.ts';
import type { Context } from '../../../access/context.ts';
import { recordAudit } from '../../../audit/audit.ts';
import { openPlace, splitPlace } from '../../../lib/files/archive/openPlace.ts';
import { compress } from '../../../lib/files/archive/compress.ts';
import { transaction } from '../../../lib/sql/sql.ts';
import { assertAccount } from '../accounts.ts';
import { writeAccountArchive, type ExportResult } from './archive.ts';
import { DAY_MS } from '../../../lib/time/clock.ts';

/** A slow reader is given up then, and its file is broken. */
const DOWNLOAD_MS = 15 * 60_000;
const COMMAND_MS = DAY_MS;

type Exporting = Pick<Context, 'db' | 'account_id' | 'now' | 'tools' | 'actor' | 'address'>;

/** Everything of an account as it is downloaded: a compressed tar archive. */
export async function* downloadAccount(ctx: Exporting): AsyncGenerator<Buffer, void> {
  using held = new DisposableStack();
  held.use(acquireExportSlot(ctx.account_id));
  await note(ctx);
  yield* compress(writeAccountArchive(ctx, { timeout_ms: DOWNLOAD_MS }));
}

/** Exports to a new file or a new object of a bucket, which appears when it is complete. */
export async function exportAccount(
  ctx: Exporting,
  to: string,
  interrupted: AbortSignal,
): Promise<ExportResult & { bytes: number }> {
  const { place: folder, name } = splitPlace(to);
  const place = openPlace(folder);
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

async function note(ctx: Exporting): Promise<void> {
  await assertAccount(ctx, ctx.account_id);
  await transaction(ctx.db, (tx) => recordAudit(tx, ctx, { action: 'account.exported' }));
}
