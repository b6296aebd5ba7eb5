/** Runs what takes much memory a few at a time, in turn. */
export function fewAtOnce(at_once: number): <T>(work: () => Promise<T>) => Promise<T> {
  const turns: Promise<unknown>[] = Array.from({ length: at_once }, () => Promise.resolve());
  let next_turn = 0;
  return (work) => {
    const at = next_turn++ % at_once;
    const turn = (turns[at] ?? Promise.resolve()).then(work);
    turns[at] = turn.catch(() => undefined);
    return turn;
  };
}
