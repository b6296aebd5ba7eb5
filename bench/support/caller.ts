import { once } from 'node:events';
import { startProcess } from './processes.ts';
import type { Calls } from './callerProcess.ts';
import type { Round, Side } from './measure.ts';

export type Call = { url: string; path: string; key?: string; body?: object; at_once: number };

/** Callers in a process of their own, so that what they cost is not measured. */
export function startCaller(): { calling: (call: Call) => Side; stop: () => void } {
  const child = startProcess('./callerProcess.ts', null);
  const calling = (call: Call): Side => {
    const calls = callsOf(call);
    return async (seconds) => {
      child.send({ ...calls, seconds });
      const [round] = (await once(child, 'message')) as [Round];
      return round;
    };
  };
  return { calling, stop: () => void child.kill('SIGKILL') };
}

function callsOf({ url, path, key, body, at_once }: Call): Calls {
  const { hostname: host, port } = new URL(url);
  const text = body && JSON.stringify(body);
  const head = [
    `${text ? 'POST' : 'GET'} ${path} HTTP/1.1`,
    `Host: ${host}:${port}`,
    ...(key ? [`Authorization: Bearer ${key}`] : []),
    ...(text ? ['Content-Type: application/json', `Content-Length: ${Buffer.byteLength(text)}`] : []),
  ];
  const request = `${head.join('\r\n')}\r\n\r\n${text ?? ''}`;
  return { host, port: Number(port), request, status: text ? 201 : 200, at_once };
}
