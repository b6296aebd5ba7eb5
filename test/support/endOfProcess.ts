import { after } from 'node:test';

const END_WITHIN_MS = 120_000;

const endings: (() => Promise<void>)[] = [];
let holds = false;

/** Ends shared resources after all files of the process. Call it where the files are declared. */
export function endSharedResourcesAtEnd(end_within_ms = END_WITHIN_MS): void {
  if (holds) return;
  holds = true;
  after(async () => {
    for (const end of endings.splice(0)) await end();
    setTimeout(failForWhatIsOpen, end_within_ms).unref();
  });
}

/** Registers a shared resource to end with the process; if the file is run by hand, with the file. */
export function atEndOfProcess(end: () => Promise<void>): void {
  if (holds) endings.push(end);
  else after(end);
}

/** Fails a process that does not end, because it would block its slot of the test run. */
function failForWhatIsOpen(): void {
  process.stderr.write(`still open after the tests: ${process.getActiveResourcesInfo().join(', ')}\n`);
  process.exit(1);
}
