import { createHash } from 'node:crypto';
import { renderSVG } from 'uqr';
import type { Context } from '../../access/context.ts';
import { notFound } from '../../access/notFound.ts';
import { randomCode } from '../../lib/crypto/randomCode.ts';
import { transaction } from '../../lib/sql/sql.ts';
import { hashToken, makeToken } from '../../access/tokens.ts';
import { recordAudit } from '../../audit/audit.ts';
import type { Paired, Pairing, PairRequest } from './contract.ts';
import * as queries from './queries.ts';
import { throttlePairing, type PairingAttempt } from './pairingThrottle.ts';
import { assertOwnSeat } from './seats.ts';

const VALID_MS = 10 * 60_000;
const LETTERS = 8;

/** Makes a pairing code to type and a QR code to scan; an earlier one of the seat ends. */
export function startPairing(ctx: Context, seat_id: string): Promise<Pairing> {
  return makeCode(ctx, seat_id, () => {});
}

/** Starts pairing for the user of the seat; 404 for another user's seat. */
export function startOwnPairing(ctx: Context, seat_id: string): Promise<Pairing> {
  return makeCode(ctx, seat_id, (wearer) => assertOwnSeat(ctx, wearer?.user));
}

async function makeCode(
  { db, account_id, now, tools: { public_url } }: Context,
  seat_id: string,
  assertMay: (wearer: queries.Wearer | undefined) => void,
): Promise<Pairing> {
  const code = randomCode(LETTERS);
  const expires_at = new Date(now.getTime() + VALID_MS);
  const qr_svg = renderSVG(pairingUrl(public_url, code));
  return transaction(db, async (tx) => {
    if (!(await queries.lockSeat(tx, account_id, seat_id))) throw notFound('Seat');
    assertMay(await queries.findWearer(tx, account_id, seat_id));
    await queries.replacePairingCode(tx, account_id, seat_id, { code_hash: hashCode(code), expires_at });
    return { code, expires_at: expires_at.toISOString(), qr_svg };
  });
}

/** The fragment of a URL is never sent to a server. */
function pairingUrl(public_url: string, code: string): string {
  return `${public_url}/device/v1/pair#${code}`;
}

/** Gives the glasses their token; one they had before stops working. */
export async function pairDevice(
  guest: PairingAttempt,
  { code, model, serial }: PairRequest,
): Promise<Paired> {
  const { db, now, address } = guest;
  const code_hash = hashCode(code);
  const { account_id, seat_id } = await throttlePairing(guest, () => findPairing(guest, code_hash));
  const device_token = makeToken('tad_', account_id);
  const device_token_hash = hashToken(device_token);
  const paired = { seat_id, device_token };
  const by = { account_id, actor: { kind: 'device', seat_id }, now, address } as const;
  return transaction(db, async (tx) => {
    if (!(await queries.usePairingCode(tx, account_id, code_hash))) throw notFound('Pairing code');
    await queries.updateSeat(tx, account_id, seat_id, {
      device_token_hash,
      device_token_last4: device_token.slice(-4),
      device_model: model ?? null,
      device_serial: serial ?? null,
      paired_at: now,
    });
    await recordAudit(tx, by, {
      action: 'seat.paired',
      target_id: seat_id,
      details: { model: model ?? null },
    });
    return paired;
  });
}

async function findPairing({ db, now }: PairingAttempt, code_hash: Buffer) {
  const pairing = await queries.findPairing(db, code_hash, now);
  return pairing && (await queries.isAccountActive(db, pairing.account_id)) ? pairing : undefined;
}

/** Users type it, so case and dashes are ignored. */
function hashCode(code: string): Buffer {
  return createHash('sha256').update(code.toUpperCase().replaceAll(/[\s-]/g, '')).digest();
}
