import type { Socket } from 'node:net';

type SilenceWatch = { asked(): void; answered(): void; is_over(): boolean };

/** How often it is looked whether the time is over. */
const LOOKS = 10;

/**
 * Acts when nothing was heard for the time. A process that got no processor has not listened: however long it stood
 * still, that is one look of ten, and what arrived meanwhile is heard before it acts.
 */
export function startSilenceTimer(ms: number, act: () => void): SilenceTimer {
  let looks = 0;
  let last: NodeJS.Immediate | undefined;
  const look = () => {
    if (++looks < LOOKS) timer.refresh();
    else last = setImmediate(act);
  };
  const timer = setTimeout(look, ms / LOOKS).unref();
  const stop = () => {
    clearTimeout(timer);
    clearImmediate(last);
  };
  return {
    heard() {
      clearImmediate(last);
      looks = 0;
      timer.refresh();
    },
    stop,
  };
}

type SilenceTimer = { heard(): void; stop(): void };

/** Ends the connection when the server is silent for the deadline while statements run. */
export function watchSilence(stream: Socket, deadline_ms: number): SilenceWatch {
  let waiting = 0;
  let is_over = false;
  const giveUp = () => {
    is_over = true;
    stream.destroy(new Error('The database stopped answering'));
  };
  let patience: SilenceTimer | undefined;
  stream.on('data', () => patience?.heard());
  return {
    asked() {
      if (waiting++ === 0) patience = startSilenceTimer(deadline_ms, giveUp);
    },
    answered() {
      if (--waiting > 0) return;
      patience?.stop();
      patience = undefined;
    },
    is_over: () => is_over,
  };
}

/** Statements of one turn of the event loop are sent in one write. */
export function coalesceWrites(stream: Socket): (last?: () => void) => void {
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
