import type { DemoSignIn } from '../../access/tools.ts';
import type { PageRequest } from '../../doors/page.ts';
import { findUserForSignIn } from './sql/signIns.ts';

/**
 * Lists the sign-ins of the demo account that still work. The list is empty unless only this machine can reach the
 * service and the browser runs on this machine. A request with another host name does not count as local, because the
 * domain of another website can resolve to this machine (DNS rebinding).
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
