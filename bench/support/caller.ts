import { once } from 'node:events';
import { startProcess } from './processes.ts';
import type { CallerRequests } from './callerProcess.ts';
import type { RoundResult, MeasuredSide } from './measure.ts';

export type Request = { method?: 'GET' | 'POST' | 'PATCH'; path: string; body?: object };

export type Call = {
  url: string;
  key?: string;
  at_once: number;
  /** The requests of each caller, repeated in this order. */
  turns: (caller: number) => readonly Request[];
  /**
   * A member of each answer whose value the next request sends instead of the previous value, which must have the
   * same length.
   */
  carried?: string;
};

/** Starts callers in a separate process, so that their own cost is not measured. */
export function startCaller(): { calling: (call: Call) => MeasuredSide; stop: () => void } {
  const child = startProcess('./callerProcess.ts', null);
  const calling = (call: Call): MeasuredSide => {
    const calls = callsOf(call);
    return async (seconds) => {
      child.send({ ...calls, seconds });
      const [{ requests, ...round }] = (await once(child, 'message')) as [
        RoundResult & Pick<CallerRequests, 'requests'>,
      ];
      calls.requests = requests;
      return round;
    };
  };
  return { calling, stop: () => void child.kill('SIGKILL') };
}

function callsOf({ url, key, at_once, turns, carried }: Call): CallerRequests {
  const { hostname: host, port } = new URL(url);
  const authority = `${host}:${port}`;
  const requests = Array.from({ length: at_once }, (_, caller) =>
    turns(caller).map((request) => textOf(authority, key, request)),
  );
  return { host, port: Number(port), requests, ...(carried && { carried }) };
}

function textOf(authority: string, key: string | undefined, { method, path, body }: Request): string {
  const text = body && JSON.stringify(body);
  const head = [
    `${method ?? (text ? 'POST' : 'GET')} ${path} HTTP/1.1`,
    `Host: ${authority}`,
    ...(key ? [`Authorization: Bearer ${key}`] : []),
    ...(text ? ['Content-Type: application/json', `Content-Length: ${Buffer.byteLength(text)}`] : []),
  ];
  return `${head.join('\r\n')}\r\n\r\n${text ?? ''}`;
}
