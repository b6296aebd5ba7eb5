import { after } from 'node:test';

const endings: (() => Promise<void>)[] = [];
let holds = false;

/** To be called where a process declares its files: what they share ends when all of them have. */
export function holdWhatLasts(): void {
  holds = true;
  after(async () => {
    for (const end of endings.splice(0)) await end();
  });
}

/** Ends something that files share; with the file itself where it is run by hand. */
export function atEndOfProcess(end: () => Promise<void>): void {
  if (holds) endings.push(end);
  else after(end);
}
