import assert from 'node:assert/strict';
import { createHash } from 'node:crypto';
import { test } from 'node:test';
import { openBrowser, type Browser } from '../../../support/browser.ts';
import { secondFactorKeyOn } from '../../../support/secondFactor.ts';
import { totpCode, totpStep } from '../../../src/lib/crypto/totp.ts';
import { openWorld, type TestUser, type Tenant } from '../../support/world.ts';

export const MINUTE_MS = 60_000;

type Person = Pick<TestUser, 'email' | 'password'>;

export const throttleSubjectOf = (...of: string[]) =>
  createHash('sha256').update(JSON.stringify(of)).digest();

/** Runs many attempts, 20 at a time, so that the service is not overloaded. */
export async function runManyAttempts<T>(times: number, act: (round: number) => Promise<T>): Promise<T[]> {
  const done: T[] = [];
  for (let at = 0; at < times; at += 20)
    done.push(
      ...(await Promise.all(Array.from({ length: Math.min(20, times - at) }, (_, i) => act(at + i)))),
    );
  return done;
}

export async function askForReset(browser: Browser, email: string): Promise<number> {
  const form_token = /name="form_token" value="([^"]+)"/.exec(
    (await browser.get('/reset-password')).text,
  )?.[1];
  return (await browser.post('/reset-password', { form_token: form_token ?? '', email })).status;
}

/** Opens a world in which tests count and limit attempts to sign in. */
export async function openThrottling() {
  const world = await openWorld();
  /** Declares a test that starts without counted attempts. */
  function fresh(name: string, story: () => Promise<void>): void {
    test(name, async () => {
      await world.db`delete from sign_in_failures`;
      await story();
    });
  }

  const signIn = async (person: Person) => (await openBrowser(world.url).signIn(person)).status;

  /** Returns a user with a second factor, and a function for the code that the authenticator app shows. */
  async function withSecondFactor(): Promise<{ tenant: Tenant; browser: Browser; code: () => string }> {
    const tenant = await world.account();
    const browser = openBrowser(world.url);
    await browser.signIn(tenant.admin);
    const page = await browser.get('/account/second-factor');
    const secret = secondFactorKeyOn(page);
    const code = () => totpCode(secret, totpStep(world.clock.now()));
    const given = { code: code(), current_password: tenant.admin.password };
    assert.equal((await browser.submit(page, '/account/second-factor/turn-on', given)).status, 200);
    world.clock.advance(MINUTE_MS);
    return { tenant, browser, code };
  }

  async function giveCode(person: Person, code: string): Promise<number> {
    const browser = openBrowser(world.url);
    await browser.signIn(person);
    return (await browser.submit(await browser.get('/sign-in/code'), '/sign-in/code', { code })).status;
  }

  /** A counter row. The counter of an address is the one that failed sign-ins of two unknown users both increase. */
  type Counted = { subject: Buffer; failures: number };

  async function addressOfSignIns(): Promise<Buffer> {
    const subjects = async () => [
      ...(await world.db<Counted[]>`select subject, failures from sign_in_failures`),
    ];
    await signIn({ email: 'nobody-a@example.com', password: 'wrong' });
    const once = await subjects();
    await signIn({ email: 'nobody-b@example.com', password: 'wrong' });
    const twice = await subjects();
    const grown = twice.filter((row) =>
      once.some((earlier) => row.subject.equals(earlier.subject) && row.failures > earlier.failures),
    );
    const [address, ...others] = grown;
    assert.ok(address && others.length === 0);
    return address.subject;
  }

  async function countTo(subject: Buffer, failures: number): Promise<void> {
    await world.db`
      insert into sign_in_failures (subject, failures, since)
      values (${subject}, ${failures}, ${world.clock.now()})
      on conflict (subject) do update set failures = excluded.failures`;
  }

  return { world, fresh, signIn, withSecondFactor, giveCode, addressOfSignIns, countTo };
}
