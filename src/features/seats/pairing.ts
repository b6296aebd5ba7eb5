/*
 * Pairs glasses with a seat: the dashboard shows a short code, a user types or scans it on the glasses, and the glasses
 * redeem it for a device token.
 *
 * A code is valid for ten minutes and for one use. Only its hash is stored, and wrong guesses are limited
 * (`pairingThrottle.ts`), because anybody can call the endpoint that redeems codes.
 */
import { createHash } from 'node:crypto';
import { renderSVG } from 'uqr';
import type { Context } from '../../access/context.ts';
import { notFound } from '../../access/notFound.ts';
import { randomCode } from '../../lib/crypto/randomCode.ts';
import { transaction } from '../../lib/sql/sql.ts';
import { hashToken, makeToken } from '../../access/tokens.ts';
import { recordAudit } from '../../audit/audit.ts';
import type { PairedSeat, PairingCode, PairRequest } from './contract.ts';
import * as queries from './sql/seats.ts';
import { findPairingCode, isAccountActive, replacePairingCode, usePairingCode } from './sql/pairing.ts';
import { throttlePairingGuesses, type PairingCaller } from './pairingThrottle.ts';
import { assertOwnSeat } from './seats.ts';
import { MINUTE_MS } from '../../lib/time/clock.ts';

const VALID_MS = 10 * MINUTE_MS;
const LETTERS = 8;

/** Creates a pairing code for a seat, as text and as a QR code. An earlier code of the seat stops working. */
export function createPairingCode(ctx: Context, seat_id: string): Promise<PairingCode> {
  return makeCode(ctx, seat_id, () => {});
}

/** Creates a pairing code for the signed-in user's own seat. Fails with NOT_FOUND for any other seat. */
export function createPairingCodeForOwnSeat(ctx: Context, seat_id: string): Promise<PairingCode> {
  return makeCode(ctx, seat_id, (wearer) => assertOwnSeat(ctx, wearer?.user));
}

async function makeCode(
  { db, account_id, now, tools: { public_url } }: Context,
  seat_id: string,
  assertMay: (wearer: queries.SeatWithUser | undefined) => void,
): Promise<PairingCode> {
  const code = randomCode(LETTERS);
  const expires_at = new Date(now.getTime() + VALID_MS);
  const qr_svg = renderSVG(pairingUrl(public_url, code));
  return transaction(db, async (tx) => {
    if (!(await queries.lockSeat(tx, account_id, seat_id))) throw notFound('Seat');
    assertMay(await queries.findSeatWithUser(tx, account_id, seat_id));
    await replacePairingCode(tx, account_id, seat_id, { code_hash: hashCode(code), expires_at });
    return { code, expires_at: expires_at.toISOString(), qr_svg };
  });
}

/**
 * The code is in the fragment of the URL, because browsers never send the fragment to a server, so no log contains the
 * code.
 */
function pairingUrl(public_url: string, code: string): string {
  return `${public_url}/device/v1/pair#${code}`;
}

/** Redeems a pairing code and returns the device token. An earlier device token of the seat stops working. */
export async function pairDevice(
  guest: PairingCaller,
  { code, model, serial }: PairRequest,
): Promise<PairedSeat> {
  const { db, now, address } = guest;
  const code_hash = hashCode(code);
  const { account_id, seat_id } = await throttlePairingGuesses(guest, () => findPairing(guest, code_hash));
  const device_token = makeToken('tad_', account_id);
  const device_token_hash = hashToken(device_token);
  const paired = { seat_id, device_token };
  const by = { account_id, actor: { kind: 'device', seat_id }, now, address } as const;
  return transaction(db, async (tx) => {
    if (!(await usePairingCode(tx, account_id, code_hash))) throw notFound('Pairing code');
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

async function findPairing({ db, now }: PairingCaller, code_hash: Buffer) {
  const pairing = await findPairingCode(db, code_hash, now);
  return pairing && (await isAccountActive(db, pairing.account_id)) ? pairing : undefined;
}

/** Hashes a code without regard to case, spaces and dashes, because users type the code by hand. */
function hashCode(code: string): Buffer {
  return createHash('sha256').update(code.toUpperCase().replaceAll(/[\s-]/g, '')).digest();
}
