import type { Dispatcher } from 'undici';
import { CallFailure, type AnswerHeaders } from './outcome.ts';
import type { HttpConnection } from './pool.ts';

export type OutgoingRequest = {
  method: 'GET' | 'POST' | 'PUT' | 'PATCH' | 'DELETE';
  path: string;
  headers: Record<string, string>;
  body: string | Buffer | null;
};

export type ResponseReading = {
  /** Maximum number of body bytes that are kept. */
  limit_bytes: number;
  /** `ignore` ends the call at the headers of a 2xx response. */
  success_body: 'read' | 'ignore';
};

export type ReceivedResponse = {
  status: number;
  headers: AnswerHeaders;
  body: Buffer;
  truncated: boolean;
};

export type CallProgress = {
  /** Time when the client began to write the request; null before. */
  sent_at: number | null;
  first_byte_at: number | null;
  status: number | null;
  headers: AnswerHeaders | null;
  chunks: Buffer[];
};

/**
 * The rest of a body is discarded up to this size, so that the connection can be reused. A longer body closes the
 * connection.
 */
const DRAIN_BYTES = 64 * 1024;
const DRAIN_MS = 2_000;

type Ends = {
  answered(answer: ReceivedResponse): void;
  failed(error: Error): void;
  done(reusable: boolean): void;
};

export type ExchangeOptions = {
  reading: ResponseReading;
  progress: CallProgress;
  ending: AbortSignal;
  /** Called when the connection can be reused or must be discarded. */
  done: (reusable: boolean) => void;
};

/** Sends one request over a connection and reads the response. */
export function exchangeRequest(
  connection: HttpConnection,
  message: OutgoingRequest,
  { reading, progress, ending, done }: ExchangeOptions,
): Promise<ReceivedResponse> {
  return new Promise((resolve, reject) => {
    const stop = () => {
      reject(new CallFailure(progress.status === null ? 'timed_out_waiting' : 'timed_out_reading'));
      done(false);
    };
    const leave = () => ending.removeEventListener('abort', stop);
    ending.addEventListener('abort', stop, { once: true });
    if (ending.aborted) return stop();
    const handler = receiver(reading, progress, {
      answered: (answer) => (leave(), resolve(answer)),
      failed: (error) => (leave(), reject(error)),
      done,
    });
    try {
      connection.client.dispatch(message, handler);
    } catch (error) {
      leave();
      done(false);
      reject(error);
    }
    return undefined;
  });
}

function receiver(reading: ResponseReading, progress: CallProgress, ends: Ends): Dispatcher.DispatchHandler {
  let head: Pick<ReceivedResponse, 'status' | 'headers'> | undefined;
  let kept_bytes = 0;
  let drain: { bytes: number; timer: NodeJS.Timeout } | undefined;

  const end = (controller: Dispatcher.DispatchController, truncated: boolean) => {
    if (!head || drain) return;
    const timer = setTimeout(() => controller.abort(new Error('drained for too long')), DRAIN_MS).unref();
    drain = { bytes: 0, timer };
    ends.answered({ ...head, body: Buffer.concat(progress.chunks), truncated });
  };

  return {
    // undici calls this when it writes the request, after it has checked that the idle connection is still open.
    onRequestStart() {
      progress.sent_at = performance.now();
    },
    onResponseStarted() {
      progress.first_byte_at ??= performance.now();
    },
    onResponseStart(controller, status, headers) {
      if (status < 200) return;
      progress.status = status;
      progress.headers = headers;
      head = { status, headers };
      if (reading.success_body === 'ignore' && status < 300) end(controller, false);
    },
    onResponseData(controller, chunk) {
      if (drain) {
        drain.bytes += chunk.length;
        if (drain.bytes > DRAIN_BYTES) controller.abort(new Error('too much to drain'));
        return;
      }
      const room = reading.limit_bytes - kept_bytes;
      progress.chunks.push(chunk.length > room ? Buffer.from(chunk.subarray(0, room)) : Buffer.from(chunk));
      kept_bytes += Math.min(chunk.length, room);
      if (chunk.length > room) end(controller, true);
    },
    onResponseEnd(controller) {
      end(controller, false);
      clearTimeout(drain?.timer);
      ends.done(true);
    },
    onResponseError(_controller, error) {
      clearTimeout(drain?.timer);
      ends.failed(error);
      ends.done(false);
    },
  };
}
