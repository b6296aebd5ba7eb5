/** Processor time of this thread, in milliseconds: others use the machine, too. */
export function processorTimeOf(work: () => unknown): number {
  const before = process.threadCpuUsage();
  work();
  return process.threadCpuUsage(before).user / 1_000;
}
