import { createUser } from '../../src/features/users/users.ts';
import type { Person } from '../../support/console.ts';
import type { Tenant } from './world.ts';

/** Creates a user who is not an admin. */
export async function memberOf(tenant: Tenant, full_name = 'Mira Member'): Promise<Person> {
  const person = { email: `member-${crypto.randomUUID()}@example.com`, password: 'correct horse battery' };
  await createUser(tenant.ctx(), { ...person, full_name, is_admin: false });
  return person;
}
