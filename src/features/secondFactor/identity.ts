import type { Context } from '../../access/context.ts';
import { actAsPlatform, type PlatformContext } from '../../access/platform.ts';
import type { SignIn } from '../../access/signIn.ts';
import { badRequest } from '../../lib/errors.ts';
import { signinReasons } from '../signin/reasons.ts';
import { verifyCurrentPassword } from '../signin/password.ts';
import type { IdentityProof } from './contract.ts';
import { secondFactorReasons } from './reasons.ts';
import { acceptSecondFactorCode } from './secondFactor.ts';

/**
 * Throws unless the signed-in user sends the right password, or a valid code of the second factor. Irreversible actions
 * ask for it, because the browser may be unattended.
 */
export async function assertIdentity(
  ctx: Context,
  { user_id }: Pick<SignIn, 'user_id'>,
  { current_password, code }: IdentityProof,
): Promise<void> {
  if (current_password !== undefined) {
    await verifyCurrentPassword(ctx, { user_id }, current_password);
  } else if (code === undefined) {
    throw badRequest('current_password', signinReasons.proof_required);
  } else if (!(await acceptSecondFactorCode(ctx, user_id, code))) {
    throw badRequest('code', secondFactorReasons.wrong_code);
  }
}

/** Throws unless the signed-in staff member proves their identity like a user in `assertIdentity`. */
export async function assertStaffIdentity(staff: PlatformContext, proof: IdentityProof): Promise<void> {
  if (staff.staff_id === undefined) throw new Error('operators have no password');
  await assertIdentity(actAsPlatform(staff), { user_id: staff.staff_id }, proof);
}
