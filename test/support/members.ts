import { createUser } from '../../src/features/users/users.ts';
import type { Person } from '../../support/console.ts';
import type { Tenant } from './world.ts';

/** A user of the account who is no admin. */
export async function memberOf(tenant: Tenant, full_name = 'Mira Member'): Promise<Person> {
  const person = { email: `member-${crypto.randomUUID()}@example.com`, password: 'correct horse battery' };
  await createUser(tenant.ctx(), { ...person, full_name, is_admin: false });
  return person;
}
