import { after } from 'node:test';

const END_WITHIN_MS = 30_000;

const endings: (() => Promise<void>)[] = [];
let holds = false;

/** To be called where a process declares its files: what they share ends when all of them have, and so it does. */
export function holdWhatLasts(end_within_ms = END_WITHIN_MS): void {
  if (holds) return;
  holds = true;
  after(async () => {
    for (const end of endings.splice(0)) await end();
    setTimeout(failForWhatIsOpen, end_within_ms).unref();
  });
}

/** Ends something that files share; with the file itself where it is run by hand. */
export function atEndOfProcess(end: () => Promise<void>): void {
  if (holds) endings.push(end);
  else after(end);
}

/** A process that does not end would keep others waiting for its place. */
function failForWhatIsOpen(): void {
  process.stderr.write(`still open after the tests: ${process.getActiveResourcesInfo().join(', ')}\n`);
  process.exit(1);
}
