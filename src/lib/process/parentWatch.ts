const POLL_EVERY_MS = 250;
/** Read at module load, because the parent may be another process later. */
const PARENT = process.ppid;

/**
 * Calls `onGone` when the parent process dies. A parent that is killed by SIGKILL cannot notify its child, but the
 * child's parent pid changes.
 */
export function watchParent(onGone: () => void): void {
  const timer = setInterval(() => {
    if (process.ppid === PARENT) return;
    clearInterval(timer);
    onGone();
  }, POLL_EVERY_MS);
  timer.unref();
}
