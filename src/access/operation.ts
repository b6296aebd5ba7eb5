import type { Static, TSchema } from 'typebox';
import type { FailureCode } from '../lib/errors.ts';
import { bodyReader, queryReader } from '../lib/http/validate.ts';
import type { Context } from './context.ts';
import type { Guest } from './guest.ts';
import type { Scope } from './scopes.ts';

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

export type Operations = Partial<Record<Method, Operation | OpenOperation>>;

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
