const LOOK_EVERY_MS = 250;

/** A parent killed with SIGKILL forwards nothing; all its child sees is a new parent. */
export function watchParent(onGone: () => void): void {
  const parent = process.ppid;
  const timer = setInterval(() => {
    if (process.ppid === parent) return;
    clearInterval(timer);
    onGone();
  }, LOOK_EVERY_MS);
  timer.unref();
}
