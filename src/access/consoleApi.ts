import type { Static, TSchema } from '../lib/schema/type.ts';

export type Method = 'GET' | 'POST' | 'PUT' | 'PATCH' | 'DELETE';

/** The people who may use an operation of the dashboard. An admin may use all operations of a member, staff only theirs. */
export type Audience = 'anyone' | 'member' | 'admin' | 'staff';

/** A method and a path, as in `GET /tasks`. */
type OperationKey = `${Method} /${string}`;

/** An operation of the dashboard: what the server serves and what a page may send and gets. */
export type ConsoleOperation = {
  summary: string;
  role: Audience;
  /** Says that staff do the same at `/staff` with what is the platform's own. */
  platform_summary?: string;
  query?: TSchema;
  body?: TSchema;
  answer: TSchema;
  status?: 200 | 201;
  deadline_ms?: number;
};

export type ConsoleOperations = Record<OperationKey, ConsoleOperation>;

/** Options of all paths of an API. */
type ApiOptions = { tag: string; body_limit_bytes?: number };

export type ConsoleApi<O extends ConsoleOperations = ConsoleOperations> = {
  operations: O;
  options: ApiOptions;
};

export function consoleApi<O extends ConsoleOperations>(operations: O, options: ApiOptions): ConsoleApi<O> {
  return { operations, options };
}

type QueryOf<D> = D extends { query: infer Q extends TSchema } ? Static<Q> : undefined;
type BodyOf<D> = D extends { body: infer B extends TSchema } ? Static<B> : undefined;
/** The answer of an operation. */
export type AnswerOf<D> = D extends { answer: infer A extends TSchema } ? Static<A> : never;

/** The functions that run operations with checked input; `By` is the type of the caller for each audience. */
export type Handlers<O extends ConsoleOperations, By extends Record<Audience | 'platform', unknown>> = {
  [K in keyof O]: (
    by: By[CallerKey<O[K]>],
    input: { query: QueryOf<O[K]>; body: BodyOf<O[K]> },
  ) => Promise<AnswerOf<O[K]>>;
};

type CallerKey<D> = D extends OfPlatform
  ? 'platform'
  : D extends { role: infer R extends Audience }
    ? R
    : never;

/** The operations that a page can call, including those mounted at `/staff`. */
export type OperationsOf<A> =
  A extends ConsoleApi<infer O>
    ? O & { [K in keyof O as O[K] extends OfPlatform ? StaffKey<K> : never]: O[K] }
    : never;

type OfPlatform = { platform_summary: string };
type StaffKey<K> = K extends `${infer M extends Method} /${infer P}` ? `${M} /staff/${P}` : never;

/** The input that a page sends: the query as text, the body as it is declared. */
export type DeclaredInput<D> = SentQuery<D> & SentBody<D>;
type SentBody<D> = D extends { body: TSchema } ? { body: BodyOf<D> } : { body?: never };
type SentQuery<D> = D extends { query: TSchema } ? NeededIfAny<WireQuery<QueryOf<D>>> : { query?: never };
type NeededIfAny<Q> = object extends Q ? { query?: Q } : { query: Q };

type WireValue = string | number | boolean;
/** A page has a default length and begins at the front. */
type Paging = 'limit' | 'offset';
type WireQuery<Q> = { [N in Needed<Q>]: WireValue } & {
  [N in Exclude<keyof Q, Needed<Q>>]?: WireValue | undefined;
};
type Needed<Q> = {
  [N in keyof Q]-?: N extends Paging ? never : object extends Pick<Q, N> ? never : N;
}[keyof Q];

/** An operation at its path. */
type Placed = {
  /** The operation whose handler runs this one. */
  key: OperationKey;
  method: Method;
  path: string;
  operation: ConsoleOperation;
  is_platform: boolean;
};

/** Every operation with its method and path; one for the platform comes a second time, at `/staff`. */
export function listOperations({ operations }: ConsoleApi): Placed[] {
  return Object.entries(operations).flatMap(([key, operation]) => {
    const own: Placed = { ...readKey(key), operation, is_platform: false };
    const { platform_summary } = operation;
    return platform_summary === undefined ? [own] : [own, atStaff(own, platform_summary)];
  });
}

const METHODS: readonly Method[] = ['GET', 'POST', 'PUT', 'PATCH', 'DELETE'];

function readKey(key: string): Pick<Placed, 'key' | 'method' | 'path'> {
  const [name = '', path = ''] = key.split(' /');
  const method = METHODS.find((one) => one === name);
  if (!method) throw new Error(`${key}: not a method and a path`);
  return { key: `${method} /${path}`, method, path: `/${path}` };
}

function atStaff({ path, operation, ...rest }: Placed, summary: string): Placed {
  return {
    ...rest,
    path: `/staff${path}`,
    operation: { ...operation, summary, role: 'staff' },
    is_platform: true,
  };
}
