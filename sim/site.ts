import { randomBytes } from 'node:crypto';
import type { Context } from '../src/access/context.ts';
import type { Tools } from '../src/access/tools.ts';
import { createAccount } from '../src/features/accounts/accounts.ts';
import { createIntegration } from '../src/features/integrations/integrations.ts';
import { createKey } from '../src/features/keys/keys.ts';
import { createPairingCode } from '../src/features/seats/pairing.ts';
import { createSeatWithToken } from '../src/features/seats/seats.ts';
import { createUser } from '../src/features/users/users.ts';
import { systemClock } from '../src/lib/time/clock.ts';
import { folderStore } from '../src/lib/files/folder.ts';
import { createGuard, createOutgoingClient } from '../src/lib/http/outgoing/outgoing.ts';
import { createSecretBox } from '../src/lib/crypto/secretBox.ts';
import type { Database } from '../src/lib/sql/sql.ts';
import { randomBase62 } from '../src/access/tokens.ts';
import { buildTools } from '../src/service/tools.ts';

export type Seat = { seat_id: string; newCode(): Promise<string> };
export type Site = { account_id: string; key: string; secret: string; seats: Seat[] };

/** Creates an account with users and seats through the same functions as the dashboard. */
export async function openSite(db: Database, devices: number, url: string): Promise<Site> {
  const mark = randomBase62(8).toLowerCase();
  const password = randomBase62(24);
  const admin = { email: `admin-${mark}@simulation.example`, full_name: 'Sim Admin', password };
  const tools = toolsAt(url);
  const { account_id, user_id } = await createAccount(
    { db, now: new Date(), tools },
    { name: `Simulation ${mark}`, admin },
  );
  const ctx = (): Context => ({ db, account_id, actor: { kind: 'user', user_id }, now: new Date(), tools });
  const { key } = await createKey(ctx(), {
    name: 'Simulation',
    scopes: ['read:tasks', 'write:tasks', 'read:sessions', 'write:sessions', 'read:users'],
  });
  const { secret } = await createIntegration(ctx(), { provider: 'simulation' });
  const seats: Seat[] = [];
  for (let at = 1; at <= devices; at += 1) {
    seats.push(await openSeat(ctx, { mark, at, password }));
  }
  return { account_id, key, secret, seats };
}

/** Returns tools with a random key and a missing folder, because this setup encrypts, stores and sends nothing. */
function toolsAt(public_url: string): Tools {
  const guard = createGuard([]);
  const box = createSecretBox(randomBytes(32));
  const outgoing = createOutgoingClient({ guard });
  const parts = { box, guard, outgoing, clock: systemClock, files: folderStore('/nowhere') };
  return { ...buildTools(parts), public_url };
}

type Place = { mark: string; at: number; password: string };

async function openSeat(ctx: () => Context, { mark, at, password }: Place): Promise<Seat> {
  const person = { email: `p${at}-${mark}@simulation.example`, full_name: `Person ${at}`, is_admin: false };
  const { user_id } = await createUser(ctx(), { ...person, password });
  const { seat_id } = await createSeatWithToken(ctx(), {
    user_id,
    device_name: `Glasses ${at}`,
    roles: ['trainer', 'trainee'],
  });
  return { seat_id, newCode: async () => (await createPairingCode(ctx(), seat_id)).code };
}
