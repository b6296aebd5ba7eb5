import type { Static, TSchema } from '../lib/schema/type.ts';

export type Method = 'GET' | 'POST' | 'PUT' | 'PATCH' | 'DELETE';

/** The role that a dashboard operation requires. `member` includes admins, and `anyone` includes staff. */
export type Audience = 'anyone' | 'member' | 'admin' | 'staff';

/** A method and a path, as in `GET /tasks`. */
export type OperationKey = `${Method} /${string}`;

/** The declaration of a dashboard operation. The server validates with it, and pages take their types from it. */
export type DashboardOperation = {
  role: Audience;
  /** Adds the same operation below `/staff`, where staff apply it to the records of the platform. */
  for_platform?: true;
  /** The handler needs the role, time zone or rights of the signed-in user, so keys and tokens need another handler. */
  needs_sign_in?: true;
  query?: TSchema;
  body?: TSchema;
  answer: TSchema;
  status?: 200 | 201;
  deadline_ms?: number;
};

export type DashboardOperations = Record<OperationKey, DashboardOperation>;

/** Options for every path of the API. */
type ApiOptions = { body_limit_bytes?: number };

export type DashboardApi<O extends DashboardOperations = DashboardOperations> = {
  operations: O;
  options: ApiOptions;
};

export function defineDashboardApi<O extends DashboardOperations>(
  operations: O,
  options: ApiOptions = {},
): DashboardApi<O> {
  return { operations, options };
}

type QueryOf<D> = D extends { query: infer Q extends TSchema } ? Static<Q> : undefined;
type BodyOf<D> = D extends { body: infer B extends TSchema } ? Static<B> : undefined;
/** The type of the operation's response body. */
export type AnswerOf<D> = D extends { answer: infer A extends TSchema } ? Static<A> : never;

/** The validated input of an operation. */
export type InputOf<D> = { query: QueryOf<D>; body: BodyOf<D> };

/** The functions that run the operations with validated input. `By` maps each kind of caller to its type. */
export type OperationHandlers<O extends DashboardOperations, By extends Record<PageCaller, unknown>> = {
  [K in keyof O]: (by: By[HandlerCallerKind<O[K]>], input: InputOf<O[K]>) => Promise<AnswerOf<O[K]>>;
};

type PageCaller = Audience | 'platform' | 'user';

/** The kind of caller that the handler of an operation gets. */
export type HandlerCallerKind<D> = D extends OfPlatform
  ? 'platform'
  : D extends { needs_sign_in: true }
    ? 'user'
    : D extends { role: infer R extends Audience }
      ? R
      : never;

/** The operations that a page can call, including the ones below `/staff`. */
export type OperationsOf<A> =
  A extends DashboardApi<infer O>
    ? O & { [K in keyof O as O[K] extends OfPlatform ? StaffKey<K> : never]: O[K] }
    : never;

type OfPlatform = { for_platform: true };
type StaffKey<K> = K extends `${infer M extends Method} /${infer P}` ? `${M} /staff/${P}` : never;

/** The input that a page passes to an operation. Numbers and booleans in the query are converted to text. */
export type CallInputOf<D> = SentQuery<D> & SentBody<D>;
type SentBody<D> = D extends { body: TSchema } ? { body: BodyOf<D> } : { body?: never };
type SentQuery<D> = D extends { query: TSchema } ? OptionalIfEmpty<WireQuery<QueryOf<D>>> : { query?: never };
type OptionalIfEmpty<Q> = object extends Q ? { query?: Q } : { query: Q };

type WireValue = string | number | boolean;
/** Query parameters that a page may omit, because the server has default values. */
type Paging = 'limit' | 'offset';
type WireQuery<Q> = { [N in RequiredKeys<Q>]: WireValue } & {
  [N in Exclude<keyof Q, RequiredKeys<Q>>]?: WireValue | undefined;
};
type RequiredKeys<Q> = {
  [N in keyof Q]-?: N extends Paging ? never : object extends Pick<Q, N> ? never : N;
}[keyof Q];

/** A dashboard operation with its method and path. */
type OperationAtPath = {
  /** The key of the handler. An operation below `/staff` has the handler of the operation without this prefix. */
  key: OperationKey;
  method: Method;
  path: string;
  operation: DashboardOperation;
  is_platform: boolean;
};

/**
 * Lists every operation with its method and path. An operation with `for_platform` is listed a second time, below
 * `/staff`.
 */
export function listOperations({ operations }: DashboardApi): OperationAtPath[] {
  return Object.entries(operations).flatMap(([key, operation]) => {
    const own: OperationAtPath = { ...parseOperationKey(key), operation, is_platform: false };
    return operation.for_platform ? [own, atStaff(own)] : [own];
  });
}

const METHODS: readonly Method[] = ['GET', 'POST', 'PUT', 'PATCH', 'DELETE'];

export function parseOperationKey(key: string): Pick<OperationAtPath, 'key' | 'method' | 'path'> {
  const [name = '', path = ''] = key.split(' /');
  const method = METHODS.find((one) => one === name);
  if (!method) throw new Error(`${key}: not a method and a path`);
  return { key: `${method} /${path}`, method, path: `/${path}` };
}

function atStaff({ path, operation, ...rest }: OperationAtPath): OperationAtPath {
  return { ...rest, path: `/staff${path}`, operation: { ...operation, role: 'staff' }, is_platform: true };
}
