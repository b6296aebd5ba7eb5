import type { Context } from '../../access/context.ts';
import { importLine, importResult, type ImportResult, type ImportResults } from '../../access/imports.ts';
import { lockAccount } from '../../access/limits/limits.ts';
import { accessReasons } from '../../access/reasons.ts';
import { findReferencedUsers } from '../../access/userReferences.ts';
import { badRequest } from '../../lib/errors.ts';
import { bodyReader } from '../../lib/http/validate.ts';
import { newId } from '../../lib/ids.ts';
import { Input } from '../../lib/schema/schema.ts';
import { changedMembers, hasNoMembers } from '../../lib/sql/changedMembers.ts';
import { transaction, type Transaction } from '../../lib/sql/sql.ts';
import { omitEmptyCells } from '../../lib/text/filledCells.ts';
import { NewSeat, type Seat, type SeatImport, type SeatLine } from './contract.ts';
import { listSeatsByName } from './sql/seats.ts';
import { seatReasons } from './reasons.ts';
import { parseSeatRoles } from './rules.ts';
import { applySeatChanges, assertSeatable, lockSeat, writeSeat } from './seats.ts';

const readName = bodyReader(Input({ device_name: NewSeat.properties.device_name }));

/**
 * Imports lines of a CSV file. A line with the name of an existing seat, regardless of case, updates or skips that
 * seat; any other line creates a seat.
 */
export async function importSeats(ctx: Context, { lines, ...options }: SeatImport): Promise<ImportResults> {
  const ids = lines.map(() => newId(ctx.now));
  return transaction(ctx.db, async (tx) => {
    await lockAccount(tx, ctx.account_id);
    const names = lines.flatMap((line) => nameOf(line) ?? []);
    const known = Map.groupBy(await listSeatsByName(tx, ctx.account_id, names), nameOf);
    const users = lines.map(({ user }) => user);
    const findUser = await findReferencedUsers(tx, ctx.account_id, users);
    const seen = new Set<string>();
    const results: ImportResult[] = [];
    for (const [at, line] of lines.entries()) {
      const name = nameOf(line) ?? '';
      const result = await importLine(async () => {
        if (seen.has(name)) return importResult('repeated');
        const changes = readLine(line, (reference) => findUser(reference)?.user_id);
        const seats = known.get(name) ?? [];
        if (seats.length > 0) return importKnown(tx, ctx, seats, { changes, ...options });
        if (options.dry_run) return importResult('created');
        const id = ids[at] ?? newId(ctx.now);
        await createSeat(tx, ctx, id, changes);
        return importResult('created', id);
      });
      results.push(result);
      if (result.state !== 'refused') seen.add(name);
    }
    return { lines: results };
  });
}

function nameOf({ device_name }: SeatLine | Seat): string | undefined {
  return device_name?.trim().toLowerCase();
}

type LineValues = Partial<NewSeat> & Pick<NewSeat, 'device_name'>;

function readLine(line: SeatLine, findUserId: (reference: string) => string | undefined): LineValues {
  const { device_name, role, user } = omitEmptyCells(line);
  const named = readName(device_name === undefined ? {} : { device_name });
  const user_id = user === undefined ? undefined : findUserId(user);
  if (user !== undefined && user_id === undefined) throw badRequest('user', accessReasons.unknown_user);
  const roles = role === undefined ? undefined : parseSeatRoles(role.toLowerCase());
  if (role !== undefined && !roles) throw badRequest('roles', seatReasons.role_words);
  return { ...named, ...(roles && { roles }), ...(user_id !== undefined && { user_id }) };
}

async function importKnown(
  tx: Transaction,
  ctx: Context,
  [seat, ...others]: readonly Seat[],
  { changes, duplicates, dry_run }: Omit<SeatImport, 'lines'> & { changes: LineValues },
): Promise<ImportResult> {
  if (duplicates === 'skip') return importResult('skipped');
  if (!seat || others.length > 0) throw badRequest('device_name', seatReasons.seat_name_ambiguous);
  const before = await lockSeat(tx, ctx.account_id, seat.id);
  const changed = changedMembers({ ...before, user_id: before.user?.user_id ?? null }, changes);
  if (hasNoMembers(changed)) return importResult('skipped');
  await assertSeatable(tx, ctx.account_id, changed.user_id ?? null);
  if (!dry_run) await applySeatChanges(tx, ctx, seat.id, changed);
  return importResult('updated', seat.id);
}

async function createSeat(
  tx: Transaction,
  ctx: Context,
  id: string,
  { device_name, roles = ['trainee'], user_id = null }: LineValues,
): Promise<void> {
  const token = { device_token_hash: null, device_token_last4: null };
  await writeSeat(tx, ctx, { id, user_id, device_name, roles, ...token, created_at: ctx.now });
}
