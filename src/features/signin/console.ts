import { methodsOf, resource, type Operation, type Resource } from '../../doors/declaration.ts';
import { ownOperation } from '../../doors/session.ts';
import { isAllowed } from '../../access/browser.ts';
import type { Session } from '../../access/browser.ts';
import { Me, NewPassword, PasswordChanged, SignedOut, SignInList, SignInRef } from './contract.ts';
import { changePassword } from './password.ts';
import { listOwnSessions, signOut, signOutEverywhere } from './sessions.ts';

/** What the page needs to know before it shows anything: who it is for, and which of these they may use. */
export function me(resources: readonly Resource[]): Resource {
  return resource(
    '/me',
    {
      GET: ownOperation({
        summary: 'Say who is signed in',
        answer: Me,
        handle: async ({ session, form_token, tools: { public_url } }) => {
          const { user_id, full_name, email, role } = session;
          return {
            user: { user_id, full_name, email },
            account:
              session.role === 'staff'
                ? null
                : { account_id: session.account_id, name: session.account_name },
            role,
            may: listAllowed(resources, session),
            form_token,
            public_url,
          };
        },
      }),
    },
    { tag: 'Own sign-in' },
  );
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

const signIns = resource(
  '/sign-ins',
  {
    GET: ownOperation({
      summary: 'List where the caller is signed in',
      answer: SignInList,
      handle: async (ctx) => {
        const sessions = await listOwnSessions(ctx, ctx.session.user_id);
        return { sign_ins: sessions.map((one) => ({ ...one, is_current: one.id === ctx.session.id })) };
      },
    }),
    DELETE: ownOperation({
      summary: 'Sign out elsewhere',
      query: SignInRef,
      answer: SignedOut,
      handle: async (ctx, { query }) => {
        await signOut(ctx, ctx.session, query.sign_in_id);
        return SIGNED_OUT;
      },
    }),
  },
  { tag: 'Own sign-in' },
);

const everywhere = resource(
  '/sign-ins/all',
  {
    DELETE: ownOperation({
      summary: 'Sign out everywhere',
      answer: SignedOut,
      handle: async (ctx) => {
        await signOutEverywhere(ctx, ctx.session.user_id);
        return SIGNED_OUT;
      },
    }),
  },
  { tag: 'Own sign-in' },
);

const password = resource(
  '/password',
  {
    PUT: ownOperation({
      summary: 'Change the own password',
      body: NewPassword,
      answer: PasswordChanged,
      handle: (ctx, { body }) => changePassword(ctx, ctx.session, body),
    }),
  },
  { tag: 'Own sign-in' },
);

export const signInsConsole: readonly Resource[] = [signIns, everywhere, password];
