import type { Duplex } from 'node:stream';

type SilenceWatch = { asked(): void; answered(): void; is_over(): boolean };

/** Number of checks within the silence timeout. */
const CHECKS = 10;

/**
 * Calls `act` after `ms` without a call of `heard`. The time is measured in CHECKS short timers instead of one: if the
 * process was suspended or had no CPU time, only one of these timers expires, and data that arrived meanwhile is read
 * first.
 */
export function startSilenceTimer(ms: number, act: () => void): SilenceTimer {
  let looks = 0;
  let last: NodeJS.Immediate | undefined;
  const look = () => {
    if (++looks < CHECKS) timer.refresh();
    else last = setImmediate(act);
  };
  const timer = setTimeout(look, ms / CHECKS).unref();
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

/** Closes the connection if statements are pending and the server sends nothing for `deadline_ms`. */
export function watchSilence(stream: Duplex, deadline_ms: number): SilenceWatch {
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

/**
 * Corks the stream until the end of this turn of the event loop, so that all its statements leave in one write. `last`
 * runs directly before that write.
 */
export function coalesceWrites(stream: Duplex): (last?: () => void) => void {
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
