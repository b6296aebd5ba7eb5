import type { Static, TSchema } from 'typebox';
import { forbidden, type FailureCode } from '../lib/errors.ts';
import { bodyReader, queryReader } from '../lib/http/validate.ts';
import type { Context } from './context.ts';
import type { Guest } from './guest.ts';
import type { Scope } from './scopes.ts';
import { actAs, type Services } from './platform.ts';
import { accountOf } from './visit.ts';
import type { Anyone, Audience, SignedIn, StaffMember, Visitor } from './visitors.ts';

export type Method = 'GET' | 'POST' | 'PUT' | 'PATCH' | 'DELETE';

export type RawInput = { query: unknown; body: unknown };

/** A verb with its input already checked: it lacks only its caller. */
export type Accepted<By = Context> = (by: By) => Promise<unknown>;

/** One method of one path, as the kernel runs it and the reference page shows it. */
export type Operation = Described & {
  asks_for: 'credential';
  /** Checks the input, or throws BAD_REQUEST. */
  accept(input: RawInput): Accepted;
};

/** An operation whose caller proves itself in the request: the kernel asks for no credential. */
export type OpenOperation = Described & {
  asks_for: 'nothing';
  accept(input: RawInput): Accepted<Guest>;
};

/** An operation of the dashboard: who calls it is signed in with a browser. */
export type ConsoleOperation = Described & {
  asks_for: 'session';
  audience: Audience;
  accept(input: RawInput): Accepted<Visitor & { here: Services }>;
};

export type AnyOperation = Operation | OpenOperation | ConsoleOperation;

type Described = {
  summary: string;
  description?: string;
  /** The scope a caller needs; null where any live credential will do. */
  scope: Scope | null;
  /** The code of a missing scope where the contract names another one than INSUFFICIENT_PERMISSIONS. */
  denied?: 'FORBIDDEN';
  query?: TSchema;
  body?: TSchema;
  status: 200 | 201;
  answer: TSchema;
  errors: readonly FailureCode[];
  /** Where the work may take longer than a request usually may. */
  deadline_ms?: number;
  example?: { query?: Record<string, string>; body?: unknown };
};

type Declaration<By, Q extends TSchema, B extends TSchema, A extends TSchema> = Omit<
  Described,
  'query' | 'body' | 'answer' | 'status' | 'errors'
> & {
  query?: Q;
  body?: B;
  answer: A;
  status?: 200 | 201;
  errors?: readonly FailureCode[];
  handle: (by: By, input: { query: Static<Q>; body: Static<B> }) => Promise<Static<A>>;
};

export function operation<Q extends TSchema, B extends TSchema, A extends TSchema>(
  declaration: Declaration<Context, Q, B, A>,
): Operation {
  return { ...declare(declaration), asks_for: 'credential' };
}

export function openOperation<Q extends TSchema, B extends TSchema, A extends TSchema>(
  declaration: Omit<Declaration<Guest, Q, B, A>, 'scope'>,
): OpenOperation {
  return { ...declare({ ...declaration, scope: null }), asks_for: 'nothing' };
}

type ConsoleDeclaration<By, Q extends TSchema, B extends TSchema, A extends TSchema> = Omit<
  Declaration<By, Q, B, A>,
  'scope'
>;

/** For the people of an account. */
export function consoleOperation<Q extends TSchema, B extends TSchema, A extends TSchema>({
  role,
  handle,
  ...declaration
}: ConsoleDeclaration<SignedIn, Q, B, A> & { role: 'member' | 'admin' }): ConsoleOperation {
  return declareVisited(role, declaration, ({ session, form_token, here }, input) => {
    if (session.role === 'staff') throw forbidden('This needs somebody of an account');
    return handle({ ...actAs(here, session.account_id, session.user_id), session, form_token }, input);
  });
}

/** For whoever is signed in, about their own sign-in. */
export function ownOperation<Q extends TSchema, B extends TSchema, A extends TSchema>({
  handle,
  ...declaration
}: ConsoleDeclaration<Anyone, Q, B, A>): ConsoleOperation {
  return declareVisited('anyone', declaration, ({ session, form_token, here }, input) =>
    handle({ ...actAs(here, accountOf(session), session.user_id), session, form_token }, input),
  );
}

/** For the platform's staff. */
export function staffOperation<Q extends TSchema, B extends TSchema, A extends TSchema>({
  handle,
  ...declaration
}: ConsoleDeclaration<StaffMember, Q, B, A>): ConsoleOperation {
  return declareVisited('staff', declaration, ({ session, here: { db, now } }, input) => {
    if (session.role !== 'staff') throw forbidden("This needs one of the platform's staff");
    return handle({ db, now, staff_id: session.user_id, session }, input);
  });
}

function declareVisited<Q extends TSchema, B extends TSchema, A extends TSchema>(
  audience: Audience,
  declaration: Omit<ConsoleDeclaration<never, Q, B, A>, 'handle'>,
  handle: Declaration<Visitor & { here: Services }, Q, B, A>['handle'],
): ConsoleOperation {
  return { ...declare({ ...declaration, scope: null, handle }), audience, asks_for: 'session' };
}

function declare<By, Q extends TSchema, B extends TSchema, A extends TSchema>(
  declaration: Declaration<By, Q, B, A>,
) {
  const { handle, status = 200, errors = [], ...rest } = declaration;
  const readQuery = queryReader(declaration.query);
  const readBody = bodyReader(declaration.body);
  return {
    ...rest,
    status,
    errors,
    accept(raw: RawInput): Accepted<By> {
      const input = { query: readQuery(raw.query), body: readBody(raw.body) };
      return (by) => handle(by, input);
    },
  };
}

export type Operations = Partial<Record<Method, AnyOperation>>;

/** A path and all its methods; every other method is answered with 405. */
export type Resource = ResourceOptions & { path: string; operations: Operations };

type ResourceOptions = {
  /** The heading that the reference lists it under. */
  tag: string;
  /** What the tag is about; the first resource that says so speaks for all of its tag. */
  about?: string;
  body_limit_bytes?: number;
  /** Whether bodies may also be sent as a form is. */
  takes_forms?: boolean;
};

export function resource(path: string, operations: Operations, options: ResourceOptions): Resource {
  return { path, operations, ...options };
}

const METHODS: readonly Method[] = ['GET', 'POST', 'PUT', 'PATCH', 'DELETE'];

export function methodsOf({ operations }: Resource): Method[] {
  return METHODS.filter((method) => operations[method]);
}
