const POLL_EVERY_MS = 250;
/** Read when the process begins: by the time it watches its parent may be another one. */
const PARENT = process.ppid;

/** A parent killed with SIGKILL forwards nothing; all its child sees is a new parent. */
export function watchParent(onGone: () => void): void {
  const timer = setInterval(() => {
    if (process.ppid === PARENT) return;
    clearInterval(timer);
    onGone();
  }, POLL_EVERY_MS);
  timer.unref();
}
