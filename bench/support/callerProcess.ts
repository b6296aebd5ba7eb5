import { connect, type Socket } from 'node:net';
import { percentile } from './figures.ts';
import type { RoundResult } from './measure.ts';

/** The requests of each caller, which are repeated on its own connection. */
export type CallerRequests = { host: string; port: number; requests: string[][]; carried?: string };

/* A minimal HTTP client that costs little compared with the measured service. */
process.on('message', ({ seconds, ...calls }: CallerRequests & { seconds: number }) => {
  void measure(calls, seconds).then((round) => process.send?.({ ...round, requests: calls.requests }));
});
process.on('disconnect', () => process.exit(0));

async function measure(calls: CallerRequests, seconds: number): Promise<RoundResult> {
  const times: number[] = [];
  const started = performance.now();
  const until = started + seconds * 1_000;
  await Promise.all(calls.requests.map((turns) => callUntil(until, { ...calls, turns }, times)));
  return {
    per_second: times.length / ((performance.now() - started) / 1_000),
    p50_ms: percentile(times, 0.5),
    p99_ms: percentile(times, 0.99),
  };
}

type Caller = Omit<CallerRequests, 'requests'> & { turns: string[] };

function callUntil(until: number, { host, port, turns, carried }: Caller, times: number[]): Promise<void> {
  const { promise, resolve, reject } = Promise.withResolvers<void>();
  const socket = connect({ host, port, noDelay: true });
  const requests = turns.map((request) => Buffer.from(request));
  const member = carried && new RegExp(`("${carried}":")[^"]+`);
  let from = 0;
  let turn = 0;
  const call = () => {
    from = performance.now();
    if (from >= until) return void socket.end(resolve);
    socket.write(requests[turn] ?? '');
  };
  readAnswers(socket, (answer) => {
    if (!answer.startsWith('HTTP/1.1 2')) throw new Error(`answered ${answer}`);
    times.push(performance.now() - from);
    if (member) {
      turns[turn] = (turns[turn] ?? '').replace(member, member.exec(answer)?.[0] ?? '');
      requests[turn] = Buffer.from(turns[turn] ?? '');
    }
    turn = (turn + 1) % requests.length;
    call();
  });
  socket.on('connect', call).on('error', reject);
  return promise;
}

const END = '\r\n\r\n';

/** Parses answers with a Content-Length one at a time. For a long answer, only the first received part is returned. */
function readAnswers(socket: Socket, answered: (answer: string) => void): void {
  let head = '';
  let missing = 0;
  socket.on('data', (chunk: Buffer) => {
    if (missing === 0) {
      head += chunk.toString('latin1');
      const end = head.indexOf(END);
      if (end < 0) return;
      const length = Number(/content-length: *(\d+)/i.exec(head)?.[1]);
      missing = end + END.length + length - head.length;
    } else missing -= chunk.length;
    if (missing > 0) return;
    const answer = head;
    head = '';
    missing = 0;
    answered(answer);
  });
}
