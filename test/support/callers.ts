import type { Operation } from '../../src/doors/declaration.ts';
import { createIntegration } from '../../src/features/integrations/integrations.ts';
import { callerAt, type Caller } from '../../support/caller.ts';
import { consoleOf, type Person } from '../../support/console.ts';
import type { Tenant, World } from './world.ts';

/** Callers of one account and of the staff, one for each operation of every door. */
export type Callers = {
  enter(prefix: string, operation: Operation): Promise<Caller>;
  /** Returns the admin in a signed-in browser. */
  admin(): Promise<SignedIn>;
};

type SignedIn = Caller & { cookie: string; form_token: string };

export async function openCallers(world: World, tenant: Tenant): Promise<Callers> {
  const { url } = world;
  const staff = await world.staff();
  const glasses = callerAt(url, (await tenant.device()).token);
  const api = callerAt(url, (await tenant.api()).token);
  const integration = callerAt(url, (await createIntegration(tenant.ctx(), { provider: 'erp' })).secret);
  const visit = visitors(world);
  return {
    admin: () => visit(tenant.admin),
    async enter(prefix, operation) {
      if (prefix === '/device/v1') return glasses;
      if (prefix === '/inbound/v1') return integration;
      if (operation.asks_for !== 'sign-in') return api;
      return visit(operation.audience === 'staff' ? staff : tenant.admin);
    },
  };
}

/** Returns signed-in users; a user signs in again if a request has ended the sign-in. */
function visitors(world: World): (person: Person) => Promise<SignedIn> {
  const known = new Map<string, SignedIn>();
  return async (person) => {
    const before = known.get(person.email);
    if (before && (await before.get('/me')).status === 200) return before;
    await undoHarm(world, person);
    const caller = await consoleOf(world, person);
    const visitor = { ...caller, form_token: (await caller.get('/me')).body.form_token };
    known.set(person.email, visitor);
    return visitor;
  };
}

/** Undoes state that prevents a sign-in: failed attempts, a second factor, suspended accounts, deactivated staff. */
async function undoHarm({ db }: World, { email }: Person): Promise<void> {
  await db`delete from sign_in_failures`;
  await db`delete from second_factors`;
  await db`update accounts set state = 'active'`;
  await db`update staff set status = 'active'`;
  await db`
    update users
    set status = 'active', is_admin = true
    where id in (select user_id from email_addresses where email = ${email})`;
}
