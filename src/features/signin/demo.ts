import type { DemoSignIn } from '../../access/tools.ts';
import type { PageRequest } from '../../doors/page.ts';
import { findUserForSignIn } from './sql/signIns.ts';

/**
 * The sign-ins of the demo account that still work. Empty unless the service is a demo that only this machine reaches,
 * and the browser runs on it: a foreign name that resolves to this machine belongs to another site.
 */
export async function listDemoSignIns({ db, tools, is_local }: PageRequest): Promise<DemoSignIn[]> {
  if (!tools.demo || !is_local) return [];
  const found = await Promise.all(
    tools.demo.sign_ins.map(async (sign_in) => {
      const person = await findUserForSignIn(db, sign_in.email);
      return person?.password_hash === sign_in.password_hash ? [sign_in] : [];
    }),
  );
  return found.flat();
}
