import { callReasons } from '../reasons.ts';

export type CallError = keyof typeof callReasons;

/** The outcome of a call. A failed call has a status if the failure happened while its body was read. */
export type CallOutcome =
  | {
      kind: 'answered';
      status: number;
      headers: AnswerHeaders;
      body: Buffer;
      /** True if the body was longer than `limit_bytes`. */
      truncated: boolean;
    }
  | { kind: 'blocked'; address: string | null }
  | { kind: 'failed'; error: CallError; status: number | null; body: Buffer };

type Timings = {
  dns_ms: number | null;
  /** Time for TCP and TLS; null for a reused connection. */
  connect_ms: number | null;
  /** Time from the written request to the first byte of the response. */
  first_byte_ms: number | null;
  total_ms: number;
};

export type AnswerHeaders = Record<string, string | string[] | undefined>;

export type CallResult = {
  outcome: CallOutcome;
  address: string | null;
  reused: boolean;
  /** True if the request was written, completely or in part. */
  was_sent: boolean;
  /** The response headers; null if no response began. */
  answer_headers: AnswerHeaders | null;
  timings: Timings;
};

/** Ends a call; `call()` converts it to an outcome. */
export class CallFailure extends Error {
  readonly word: CallError;
  constructor(word: CallError) {
    super(callReasons[word].text);
    this.word = word;
  }
}

export class BlockedAddress extends Error {
  readonly address: string | null;
  constructor(address: string | null) {
    super('The address is not public');
    this.address = address;
  }
}

const WORD_OF: Record<string, CallError> = {
  ECONNREFUSED: 'connection_refused',
  EHOSTUNREACH: 'unreachable',
  ENETUNREACH: 'unreachable',
  EADDRNOTAVAIL: 'unreachable',
  EHOSTDOWN: 'unreachable',
  ETIMEDOUT: 'unreachable',
  ECONNRESET: 'connection_lost',
  EPIPE: 'connection_lost',
  UND_ERR_SOCKET: 'connection_lost',
  UND_ERR_DESTROYED: 'connection_lost',
  UND_ERR_CLOSED: 'connection_lost',
  UND_ERR_ABORTED: 'connection_lost',
  UND_ERR_INFO: 'connection_lost',
  UND_ERR_HEADERS_OVERFLOW: 'invalid_answer',
  UND_ERR_RES_CONTENT_LENGTH_MISMATCH: 'invalid_answer',
  UND_ERR_INVALID_ARG: 'invalid_url',
};

/** Maps an error of the socket, TLS or the HTTP parser to a call error. */
export function callErrorOf(error: unknown, connecting: boolean): CallError {
  if (error instanceof CallFailure) return error.word;
  if (error instanceof AggregateError) return callErrorOf(error.errors.at(-1), connecting);
  const code = error instanceof Error && 'code' in error ? String(error.code) : '';
  return WORD_OF[code] ?? (connecting ? 'tls_failed' : 'invalid_answer');
}
