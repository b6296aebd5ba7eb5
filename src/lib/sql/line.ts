import type { Socket } from 'node:net';

type Silence = { asked(): void; answered(): void; is_over(): boolean };

/** Ends the connection when the server is silent for the deadline while statements run. */
export function watchSilence(stream: Socket, deadline_ms: number): Silence {
  let waiting = 0;
  let is_over = false;
  const giveUp = () => {
    is_over = true;
    stream.destroy(new Error('The database stopped answering'));
  };
  let timer: NodeJS.Timeout | undefined;
  stream.on('data', () => timer?.refresh());
  return {
    asked() {
      if (waiting++ === 0) timer = setTimeout(giveUp, deadline_ms).unref();
    },
    answered() {
      if (--waiting > 0) return;
      clearTimeout(timer);
      timer = undefined;
    },
    is_over: () => is_over,
  };
}

/** Statements of one turn of the event loop are sent in one write. */
export function gatherWrites(stream: Socket): (last?: () => void) => void {
  let is_gathering = false;
  const lasts: (() => void)[] = [];
  const send = () => {
    for (const last of lasts.splice(0)) last();
    is_gathering = false;
    stream.uncork();
  };
  return (last) => {
    if (last) lasts.push(last);
    if (is_gathering) return;
    is_gathering = true;
    stream.cork();
    process.nextTick(send);
  };
}
