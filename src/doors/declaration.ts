import type { FastifyRequest } from 'fastify';
import type { Static, TSchema } from '../lib/schema/type.ts';
import type { CredentialKind, RejectReason } from '../access/authenticate.ts';
import type { ApiContext } from '../access/context.ts';
import type { FindSignIn } from '../access/signIn.ts';
import type { IdempotentAnswer as AnsweredText } from '../access/idempotency.ts';
import type { Scope } from '../access/scopes.ts';
import { parseOperationKey, type Audience, type Method, type OperationKey } from '../access/dashboardApi.ts';
import type { FailureCode } from '../lib/errors.ts';
import { BODY_LIMITS, type BodyLimits } from '../lib/http/bounds.ts';
import { bodyReader, queryReader } from '../lib/http/validate.ts';
import type { KnownValues } from '../lib/schema/openapi.ts';
import type { Download } from './download.ts';
import type { DoorServices } from './services.ts';

export type { Method };

export type OperationResult = AnsweredText | { status: number; download: Download };

/** An entry point for one kind of client, such as the API or the dashboard: a path prefix with its resources. */
export type Door = {
  prefix: string;
  resources: readonly Resource[];
  /** The credentials that the operations of this door accept. An operation can declare another kind of caller. */
  credentials: readonly CredentialKind[];
  /** Finds the sign-in of a browser by its cookie; set only for the dashboard. */
  findSignIn?: FindSignIn;
  /** True if only the pages of this service call the door; the public API reference omits it. */
  is_internal?: boolean;
  /** True if the contract of this door does not allow status 429; the response is a 400 instead. */
  is_without_429?: boolean;
  /** True if RATE_LIMIT applies. Requests above the rate limit get a 429, even with `is_without_429`. */
  is_rate_limited?: boolean;
};

/** A path with its operations by method. Other methods get a 405. */
export type Resource = ResourceOptions & { path: string; operations: Operations };

type Operations = Partial<Record<Method, Operation>>;

type ResourceOptions = {
  /** The heading in the API reference. Required for doors that the reference describes. */
  tag?: string;
  /** The description of the tag. One resource of each tag declares it. */
  about?: string;
  body_limit_bytes?: number;
  /** True if request bodies may be form-encoded (`application/x-www-form-urlencoded`). */
  takes_forms?: boolean;
};

/** One method of one path: its documentation and the code that runs it. */
export type Operation = OperationDescription & {
  asks_for: CredentialNeed;
  boundsOf: (resource: ResourceOptions) => BodyLimits;
  identify(arrival: IncomingRequest): Promise<RunOperation>;
  /** Runs the operation for another door, which has already authenticated the key or token and checked its scopes. */
  runByKey?: ValidateAndRun<ApiContext>;
};

/** Validates the input and runs the operation. */
export type ValidateAndRun<By> = (by: By, sent: UnvalidatedInput) => Promise<unknown>;

/** The input of a request, before validation. */
export type UnvalidatedInput = { query: unknown; body: unknown };

/** The kind of credential that an operation needs. */
type CredentialNeed = 'credential' | 'sign-in' | 'nothing';

/** A request whose headers are read and whose body is not read yet. */
export type IncomingRequest = {
  request: FastifyRequest;
  door: Door;
  services: DoorServices;
  /** Records the caller for the log, also for a request that is rejected later. */
  noteCaller: (caller: CallerForLog) => void;
  /** Adds response headers. */
  setHeaders: (headers: Record<string, string>) => void;
  /**
   * Marks the request as waiting, so that it does not count as load. The signal aborts when the client disconnects or
   * the service stops.
   */
  startWaiting: () => AbortSignal;
};

/** The caller of a request, for the log. */
export type CallerForLog = {
  account_id: string;
  credential_id: string;
  client_id?: string;
  /** The reason for the rejection of a known credential. */
  refusal?: RejectReason;
};

/** Validates the input and runs the operation for the identified caller. */
type RunOperation = () => Promise<OperationResult>;

/** A kind of caller, such as an API key or a signed-in user: how to identify it and how to run an operation for it. */
export type CallerKind<Who, By> = {
  asks_for: CredentialNeed;
  /** The size limits of request bodies. */
  boundsOf: (resource: ResourceOptions) => BodyLimits;
  identify(arrival: IncomingRequest, operation: OperationDescription): Promise<Who>;
  run(
    who: Who,
    useCase: BoundOperation<By>,
    arrival: IncomingRequest,
    operation: OperationDescription,
  ): Promise<OperationResult>;
};

/** The function of an operation with its validated input already bound; only the caller is a parameter. */
export type BoundOperation<By> = (by: By) => Promise<unknown>;

export type OperationDescription = {
  /**
   * The OpenAPI operationId, a verb and a noun. Generated clients name their methods after it. Required in the
   * reference.
   */
  operation_id?: string;
  /** A short title. Required for doors that the API reference describes. */
  summary?: string;
  description?: string;
  /** The scope that a caller needs; null if any valid credential is sufficient. */
  scope: Scope | null;
  /** The error code for a missing scope if the contract requires FORBIDDEN instead of INSUFFICIENT_PERMISSIONS. */
  denied?: 'FORBIDDEN';
  /** The role that a dashboard operation needs. */
  audience?: Audience;
  query?: TSchema;
  body?: TSchema;
  /**
   * A separate schema for the API reference, if the body has several variants or the operation validates members
   * itself.
   */
  shown_body?: TSchema;
  status: 200 | 201;
  answer: TSchema;
  errors: readonly FailureCode[];
  /** True if the response contains a secret. A response that is stored for an Idempotency-Key is then encrypted. */
  is_secret?: boolean;
  /** The maximum time for the whole request. After this time, the response is a 500 or a 503. */
  deadline_ms: number;
  /**
   * Example for the documentation. `answer` is needed only if the response schema does not define its members. `known`
   * sets response members whose example values follow neither from the request nor from the schema.
   */
  example?: { query?: Record<string, string>; body?: unknown; answer?: unknown; known?: KnownValues };
};

/** The members that every operation in the public API reference must have. */
export type ReferenceMembers = { operation_id: string; summary: string };

type Optional = 'scope' | 'status' | 'errors' | 'deadline_ms';

export type OperationDeclaration<By, Q extends TSchema, B extends TSchema, A extends TSchema> = Omit<
  OperationDescription,
  Optional | 'audience' | 'query' | 'body' | 'answer'
> &
  Partial<Pick<OperationDescription, Optional>> & {
    query?: Q;
    body?: B;
    answer: A;
    handle: (by: By, input: { query: Static<Q>; body: Static<B> }) => Promise<Static<A>>;
  };

const DEADLINE_MS = 2_600;

export function declareOperation<Who, By, Q extends TSchema, B extends TSchema, A extends TSchema>(
  kind: CallerKind<Who, By>,
  { handle, ...declaration }: OperationDeclaration<By, Q, B, A> & { audience?: Audience },
): Operation & { perform: ValidateAndRun<By> } {
  const defaults = { scope: null, status: 200, errors: [], deadline_ms: DEADLINE_MS } as const;
  const described = { ...defaults, ...declaration };
  const readQuery = queryReader(declaration.query);
  const readBody = bodyReader(declaration.body);
  const read = ({ query, body }: UnvalidatedInput) => ({ query: readQuery(query), body: readBody(body) });
  return {
    ...described,
    asks_for: kind.asks_for,
    boundsOf: kind.boundsOf,
    async identify(arrival) {
      const who = await kind.identify(arrival, described);
      return async () => {
        const { request } = arrival;
        const input = read(request);
        return kind.run(who, (by) => handle(by, input), arrival, described);
      };
    },
    perform: async (by, sent) => handle(by, read(sent)),
  };
}

/** Body limits for authenticated callers. Anonymous callers have smaller limits. */
export function authenticatedBodyLimits({ body_limit_bytes }: ResourceOptions): BodyLimits {
  return { ...BODY_LIMITS, bytes: body_limit_bytes ?? BODY_LIMITS.bytes };
}

export type OperationsByKey = { readonly [K in OperationKey]?: Operation };

/** Groups operations, which are keyed by method and path, into resources by path. The order is kept. */
export function groupIntoResources(options: ResourceOptions, operations: OperationsByKey): Resource[] {
  const listed = Object.entries(operations).map(([key, operation]) => ({
    ...parseOperationKey(key),
    operation,
  }));
  return [...Map.groupBy(listed, ({ path }) => path)].map(([path, methods]) => ({
    path,
    operations: Object.fromEntries(methods.map(({ method, operation }) => [method, operation])),
    ...options,
  }));
}

const METHODS: readonly Method[] = ['GET', 'POST', 'PUT', 'PATCH', 'DELETE'];

export function methodsOf({ operations }: Resource): Method[] {
  return METHODS.filter((method) => operations[method]);
}
