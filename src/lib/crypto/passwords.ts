import { internalError } from '../errors.ts';
import { cryptoReasons } from './reasons.ts';
import { Limiter } from '../concurrency/limiter.ts';

/** OWASP's parameters for argon2id, which is the library's default algorithm. */
const PARAMETERS = { memoryCost: 19_456, timeCost: 2, parallelism: 1 };
const MAX_LENGTH = 1_000;

/** The library is loaded for the first password, because it uses 6 MB that a service without sign-ins never needs. */
const loadArgon2 = () => import('@node-rs/argon2');

let nobodysHash: Promise<string> | undefined;

/** Limits concurrent hashing, so that a flood of sign-ins leaves CPU time to other requests. */
const hashing = new Limiter({
  most: 2,
  most_waiting: 1_000,
  refusal: () => internalError(cryptoReasons.too_many_sign_ins),
});

export function hashPassword(password: string): Promise<string> {
  return hashing.run(() => hashNow(password));
}

async function hashNow(password: string): Promise<string> {
  const { hash } = await loadArgon2();
  return hash(password, PARAMETERS);
}

/**
 * Compares a password. The throttle is checked after the wait for a slot, so that parallel guesses are counted one
 * after another. The duration is the same for unknown users.
 */
export function verifyPassword(
  password: string,
  password_hash: string | null,
  guesses: { mayTry: () => Promise<boolean>; noteWrong: () => Promise<void> },
): Promise<'right' | 'wrong' | 'not tried'> {
  return hashing.run(async () => {
    if (!(await guesses.mayTry())) return 'not tried';
    const { verify } = await loadArgon2();
    // This hash is created for known users as well, so that the first sign-in of the process takes equally long for
    // known and unknown users.
    const hash_of_nobody = await (nobodysHash ??= hashNow('nobody'));
    const is_right = await verify(password_hash ?? hash_of_nobody, password.slice(0, MAX_LENGTH));
    if (is_right && password_hash !== null) return 'right';
    await guesses.noteWrong();
    return 'wrong';
  });
}
