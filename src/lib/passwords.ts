import { hash } from '@node-rs/argon2';

/** OWASP's parameters for argon2id; the algorithm is the library's default. */
const PARAMETERS = { memoryCost: 19_456, timeCost: 2, parallelism: 1 };
const MAX_AT_ONCE = 2;

let free = MAX_AT_ONCE;
const waiting: (() => void)[] = [];

export function hashPassword(password: string): Promise<string> {
  return inTurn(() => hash(password, PARAMETERS));
}

/** Few at a time: a flood of sign-ins waits here and leaves the processor to everybody else. */
async function inTurn<T>(work: () => Promise<T>): Promise<T> {
  if (free > 0) free--;
  else await new Promise<void>((resolve) => waiting.push(resolve));
  try {
    return await work();
  } finally {
    passTurn();
  }
}

function passTurn(): void {
  const next = waiting.shift();
  if (next) next();
  else free++;
}
