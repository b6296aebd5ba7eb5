/** The closed list of errors of a call without an answer. */
export const CALL_ERRORS = {
  timed_out_in_queue: 'No connection was free in time',
  timed_out_resolving: 'The name was not resolved in time',
  timed_out_connecting: 'The connection was not open in time',
  timed_out_waiting: 'No answer came in time',
  timed_out_reading: 'The answer did not end in time',
  name_not_found: 'The name does not resolve',
  name_lookup_failed: 'The name server did not answer usefully',
  connection_refused: 'The connection was refused',
  unreachable: 'The address cannot be reached',
  connection_lost: 'The connection was closed before the answer was complete',
  tls_failed: 'No trusted TLS connection could be made',
  invalid_answer: 'The answer was not valid HTTP',
  invalid_url: 'The URL cannot be called',
} as const;

export type CallError = keyof typeof CALL_ERRORS;

/** The outcome of a call. A failed one may have a status when its body did not end. */
export type CallOutcome =
  | {
      kind: 'answered';
      status: number;
      headers: AnswerHeaders;
      body: Buffer;
      /** True if the body was longer than the limit. */
      truncated: boolean;
    }
  | { kind: 'blocked'; address: string | null }
  | { kind: 'failed'; error: CallError; status: number | null; body: Buffer };

type Timings = {
  dns_ms: number | null;
  /** TCP and TLS; null where a kept connection was used. */
  connect_ms: number | null;
  /** From the sent request to the first byte of its answer. */
  first_byte_ms: number | null;
  total_ms: number;
};

export type AnswerHeaders = Record<string, string | string[] | undefined>;

export type CallResult = {
  outcome: CallOutcome;
  address: string | null;
  reused: boolean;
  /** True if the request was written, even in part. */
  was_sent: boolean;
  /** The headers of the answer; null if no answer began. */
  answer_headers: AnswerHeaders | null;
  timings: Timings;
};

/** Thrown inside a call and caught as its outcome. */
export class CallFailure extends Error {
  readonly word: CallError;
  constructor(word: CallError) {
    super(CALL_ERRORS[word]);
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

/** The word for any error of a socket, of TLS or of the HTTP parser. */
export function callErrorOf(error: unknown, connecting: boolean): CallError {
  if (error instanceof CallFailure) return error.word;
  if (error instanceof AggregateError) return callErrorOf(error.errors.at(-1), connecting);
  const code = error instanceof Error && 'code' in error ? String(error.code) : '';
  return WORD_OF[code] ?? (connecting ? 'tls_failed' : 'invalid_answer');
}
