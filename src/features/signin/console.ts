import { isAllowed, type Session } from '../../access/browser.ts';
import { methodsOf, type Operation, type Resource } from '../../doors/declaration.ts';
import { serve } from '../../doors/session.ts';
import { meApi, signInsApi } from './contract.ts';
import { changePassword } from './password.ts';
import { listOwnSessions, signOut, signOutEverywhere } from './sessions.ts';

/** What the page needs to know before it shows anything: who it is for, and which of these they may use. */
export function me(resources: readonly Resource[]): Resource[] {
  return serve(meApi, {
    'GET /me': async ({ session, form_token, tools: { public_url } }) => {
      const { user_id, full_name, email, role } = session;
      return {
        user: { user_id, full_name, email },
        account:
          session.role === 'staff' ? null : { account_id: session.account_id, name: session.account_name },
        role,
        may: listAllowed(resources, session),
        form_token,
        public_url,
      };
    },
  });
}

function listAllowed(resources: readonly Resource[], session: Session): string[] {
  return resources.flatMap((one) =>
    methodsOf(one)
      .filter((method) => isOpenTo(one.operations[method], session))
      .map((method) => `${method} ${one.path}`),
  );
}

function isOpenTo(operation: Operation | undefined, session: Session): boolean {
  return operation?.audience !== undefined && isAllowed(session, operation.audience);
}

const SIGNED_OUT = { signed_out: true } as const;

export const signInsConsole = serve(signInsApi, {
  'GET /sign-ins': async (ctx) => {
    const sessions = await listOwnSessions(ctx, ctx.session.user_id);
    return { sign_ins: sessions.map((one) => ({ ...one, is_current: one.id === ctx.session.id })) };
  },
  'DELETE /sign-ins': async (ctx, { query }) => {
    await signOut(ctx, ctx.session, query.sign_in_id);
    return SIGNED_OUT;
  },
  'DELETE /sign-ins/all': async (ctx) => {
    await signOutEverywhere(ctx, ctx.session.user_id);
    return SIGNED_OUT;
  },
  'PUT /password': (ctx, { body }) => changePassword(ctx, ctx.session, body),
});
