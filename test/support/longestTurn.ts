/** Returns the longest turn of the event loop in processor time, which does not depend on the load of the machine. */
export async function longestTurn(work: () => Promise<unknown>): Promise<number> {
  let longest_ms = 0;
  let before_ms = spentMs();
  let is_over = false;
  const turn = () => {
    const now_ms = spentMs();
    longest_ms = Math.max(longest_ms, now_ms - before_ms);
    before_ms = now_ms;
    if (!is_over) setImmediate(turn);
  };
  setImmediate(turn);
  await work();
  is_over = true;
  turn();
  return longest_ms;
}

/** Returns the minimum of three measurements, because a garbage collection can fall into one of them. */
export async function longestTurnAtBest(work: () => Promise<unknown>): Promise<number> {
  let least_ms = Infinity;
  for (let attempt = 1; attempt <= 3; attempt++) least_ms = Math.min(least_ms, await longestTurn(work));
  return least_ms;
}

function spentMs(): number {
  const { user, system } = process.threadCpuUsage();
  return (user + system) / 1000;
}
