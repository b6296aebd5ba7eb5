import type { DemoAccount } from '../../access/tools.ts';
import { version } from '../../lib/process/version.ts';
import { isAllowed, type SignIn, type UserSignIn } from '../../access/signIn.ts';
import type { Operation, Resource } from '../../doors/declaration.ts';
import { acceptsIdempotencyKey, serveDashboardApi } from '../../doors/signIn.ts';
import { currentUserApi, signInsApi, type CurrentUser } from './contract.ts';
import { findPendingEmailChange, requestEmailChange } from './newAddress.ts';
import { changeOwnProfile } from './own.ts';
import { changePassword } from './password.ts';
import { listOwnSignIns, signOut, signOutEverywhere } from './signIns.ts';

/** Serves `GET /me`: the signed-in user and the operations they may use. */
export function currentUserRoutes(resources: readonly Resource[]): Resource[] {
  return serveDashboardApi(currentUserApi, {
    'GET /me': async ({ sign_in, form_token, tools: { public_url, sends_mail, demo } }) => {
      const { user_id, full_name, email, locale, role } = sign_in;
      return {
        user: { user_id, full_name, email, locale },
        account: sign_in.role === 'staff' ? null : accountShown(sign_in, demo),
        role,
        may: listAllowed(resources, sign_in),
        once: listAllowed(resources, sign_in, (method, operation) =>
          acceptsIdempotencyKey(sign_in, method, operation),
        ),
        form_token,
        public_url,
        version,
        sends_mail,
      };
    },
  }).resources;
}

function accountShown(
  { account_id, account_name, time_zone }: UserSignIn,
  demo: DemoAccount | undefined,
): CurrentUser['account'] {
  return { account_id, name: account_name, time_zone, is_demo: demo?.account_id === account_id };
}

type Choose = (method: string, operation: Operation) => boolean;

function listAllowed(resources: readonly Resource[], sign_in: SignIn, choose: Choose = () => true): string[] {
  return resources.flatMap(({ path, operations }) =>
    Object.entries(operations)
      .filter(([method, one]) => isOpenTo(one, sign_in) && choose(method, one))
      .map(([method]) => `${method} ${path}`),
  );
}

function isOpenTo({ audience }: Operation, sign_in: SignIn): boolean {
  return audience !== undefined && isAllowed(sign_in, audience);
}

const SIGNED_OUT = { signed_out: true } as const;

export const signInsDashboardRoutes = serveDashboardApi(signInsApi, {
  'GET /sign-ins': async (ctx) => {
    const sign_ins = await listOwnSignIns(ctx, ctx.sign_in.user_id);
    return { sign_ins: sign_ins.map((one) => ({ ...one, is_current: one.id === ctx.sign_in.id })) };
  },
  'DELETE /sign-ins': async (ctx, { query }) => {
    await signOut(ctx, ctx.sign_in, query.sign_in_id);
    return SIGNED_OUT;
  },
  'DELETE /sign-ins/all': async (ctx) => {
    await signOutEverywhere(ctx, ctx.sign_in.user_id);
    return SIGNED_OUT;
  },
  'PATCH /own': (ctx, { body }) => changeOwnProfile(ctx, ctx.sign_in, body),
  'GET /own/address': async (ctx) => ({ pending: await findPendingEmailChange(ctx, ctx.sign_in.user_id) }),
  'PUT /own/address': (ctx, { body }) => requestEmailChange(ctx, ctx.sign_in, body),
  'PUT /password': (ctx, { body }) => changePassword(ctx, ctx.sign_in, body),
});
