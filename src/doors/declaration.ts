import type { FastifyRequest } from 'fastify';
import type { Static, TSchema } from '../lib/schema/type.ts';
import type { CredentialKind, RejectReason } from '../access/authenticate.ts';
import type { ApiContext } from '../access/context.ts';
import type { FindSignIn } from '../access/signIn.ts';
import type { KeyedAnswer as AnsweredText } from '../access/idempotency.ts';
import type { Scope } from '../access/scopes.ts';
import type { Audience, Method } from '../access/consoleApi.ts';
import type { FailureCode } from '../lib/errors.ts';
import { BODY, type BodyBounds } from '../lib/http/bounds.ts';
import { bodyReader, queryReader } from '../lib/http/validate.ts';
import type { Known } from '../lib/schema/openapi.ts';
import type { Download } from './download.ts';
import type { DoorServices } from './services.ts';

export type { Method };

export type OperationResult = AnsweredText | { status: number; download: Download };

/** A door: the prefix of its paths and the resources declared under it. */
export type Door = {
  prefix: string;
  resources: readonly Resource[];
  /** The credentials of its callers; an operation may ask for another proof. */
  credentials: readonly CredentialKind[];
  /** Finds the sign-in that a browser's cookie names, where callers come with a browser. */
  findSignIn?: FindSignIn;
  /** Left out of the reference: only our own pages call it. */
  is_internal?: boolean;
  /** The contract of this door has no 429; it answers 400 instead. */
  is_without_429?: boolean;
  /** How often its callers may ask is limited, which is answered with 429 all the same. */
  is_rate_limited?: boolean;
};

/** A path and all its methods; every other method is answered with 405. */
export type Resource = ResourceOptions & { path: string; operations: Operations };

export type Operations = Partial<Record<Method, Operation>>;

type ResourceOptions = {
  /** The heading that the reference lists it under. */
  tag: string;
  /** The description of the tag; one resource of a tag gives it for all. */
  about?: string;
  body_limit_bytes?: number;
  /** True if bodies may also be sent as an HTML form sends them. */
  takes_forms?: boolean;
};

/** One method of one path, as the door runs it and the reference page shows it. */
export type Operation = OperationDescription & {
  asks_for: Proof;
  boundsOf: (resource: ResourceOptions) => BodyBounds;
  identify(arrival: IncomingRequest): Promise<Run>;
  /** Runs it for a key or token that another door identified, whose scopes that door has checked. */
  performByKey?: PrepareOperation<ApiContext>;
};

/** Checks the input and runs the verb. */
export type PrepareOperation<By> = (by: By, sent: RequestInput) => Promise<unknown>;

/** Input as it was sent. */
export type RequestInput = { query: unknown; body: unknown };

/** The kind of credential that an operation needs. */
type Proof = 'credential' | 'sign-in' | 'nothing';

/** A request on its way in; its body is not read yet. */
export type IncomingRequest = {
  request: FastifyRequest;
  door: Door;
  services: DoorServices;
  /** Notes the caller for the log, also of a refused request. */
  note: (caller: KnownCaller) => void;
  /** Adds headers to the answer. */
  tell: (headers: Record<string, string>) => void;
  /** From now on the request only waits; the signal tells that its client has left, or that the service stops. */
  park: () => AbortSignal;
};

/** The caller of a request, for the log. */
export type KnownCaller = {
  account_id: string;
  credential_id: string;
  client_id?: string;
  /** Why its credential was refused. */
  refusal?: RejectReason;
};

/** Reads the input and runs the operation for the caller that was identified. */
type Run = () => Promise<OperationResult>;

/** A kind of caller: how it is identified, checked, and how an operation runs for it. */
export type CallerKind<Who, By> = {
  asks_for: Proof;
  /** How much of a body is read. */
  boundsOf: (resource: ResourceOptions) => BodyBounds;
  identify(arrival: IncomingRequest, operation: OperationDescription): Promise<Who>;
  run(
    who: Who,
    verb: Verb<By>,
    arrival: IncomingRequest,
    operation: OperationDescription,
  ): Promise<OperationResult>;
};

/** A verb with checked input; only the caller is missing. */
export type Verb<By> = (by: By) => Promise<unknown>;

export type OperationDescription = {
  /** A verb and a noun, by which generated clients call the operation; set on every door that is described. */
  operation_id?: string;
  summary: string;
  description?: string;
  /** The scope a caller needs; null where any live credential is enough. */
  scope: Scope | null;
  /** The code of a missing scope where the contract names another one than INSUFFICIENT_PERMISSIONS. */
  denied?: 'FORBIDDEN';
  /** The people who may use an operation of the dashboard. */
  audience?: Audience;
  query?: TSchema;
  body?: TSchema;
  /** The documented schema of a body that has several forms, or whose required members the verb checks. */
  shown_body?: TSchema;
  status: 200 | 201;
  answer: TSchema;
  errors: readonly FailureCode[];
  /** True if the answer contains a secret; an answer that is stored for an Idempotency-Key is then sealed. */
  is_secret?: boolean;
  /** How long the work may take. */
  deadline_ms: number;
  /**
   * An answer is needed only where its declaration does not tell its members; `known` are members of it that
   * neither the request nor the declaration tells.
   */
  example?: { query?: Record<string, string>; body?: unknown; answer?: unknown; known?: Known };
};

/** Operations of the public document have a name. */
export type NamedSchema = { operation_id: string };

type Optional = 'scope' | 'status' | 'errors' | 'deadline_ms';

export type Declaration<By, Q extends TSchema, B extends TSchema, A extends TSchema> = Omit<
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
  { handle, ...declaration }: Declaration<By, Q, B, A> & { audience?: Audience },
): Operation & { perform: PrepareOperation<By> } {
  const defaults = { scope: null, status: 200, errors: [], deadline_ms: DEADLINE_MS } as const;
  const described = { ...defaults, ...declaration };
  const readQuery = queryReader(declaration.query);
  const readBody = bodyReader(declaration.body);
  const read = ({ query, body }: RequestInput) => ({ query: readQuery(query), body: readBody(body) });
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

/** Bounds for callers with a proof of who they are. */
export function openBodyBounds({ body_limit_bytes }: ResourceOptions): BodyBounds {
  return { ...BODY, bytes: body_limit_bytes ?? BODY.bytes };
}

export function resource(path: string, operations: Operations, options: ResourceOptions): Resource {
  return { path, operations, ...options };
}

const METHODS: readonly Method[] = ['GET', 'POST', 'PUT', 'PATCH', 'DELETE'];

export function methodsOf({ operations }: Resource): Method[] {
  return METHODS.filter((method) => operations[method]);
}
