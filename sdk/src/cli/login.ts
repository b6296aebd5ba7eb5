import { ApiError, AuthenticationError, TenantOpsError } from '../errors.ts';
import { keyCredential, Transport, type Credential } from '../transport.ts';
import { UsageFault } from './fault.ts';
import {
  withLoginLock,
  deleteLogin,
  fileOf,
  hasStoredFile,
  storeLogin,
  readStoredLogin,
  type Environment,
  type StoredLogin,
} from './keeping.ts';
import { KeptCredential, revoke } from './keptCredential.ts';
import { explainMissingLogin } from './profiles.ts';

export type Access = { url: string; credential: Credential };

const OWN_MACHINE = 'http://127.0.0.1:8080';

/** Finds the address and the credential: from the environment, otherwise from the stored login. */
export function findAccess(env: Environment): Access {
  const kept = readStoredLogin(env);
  const url = findAddress(env);
  const key = env['TENANT_OPS_KEY'];
  if (key) return { url, credential: keyCredential(key) };
  if (kept && isKeptFor(url, kept)) return { url, credential: credentialOf(env, kept) };
  if (!kept && hasStoredFile(env)) throw new UsageFault(`${fileOf(env)} is no complete login: log in again`);
  throw new UsageFault(`No API key for ${url}: ${explainMissingLogin(env)}`);
}

/** Finds the address of the service: from the environment, otherwise from the stored login. */
export function findAddress(env: Environment): string {
  return env['TENANT_OPS_URL'] || readStoredLogin(env)?.url || OWN_MACHINE;
}

/** Returns the address of the service to log in to, or throws if it is invalid. */
export function addressOf(env: Environment, url: string | undefined): string {
  const address = url ?? (env['TENANT_OPS_URL'] || OWN_MACHINE);
  if (URL.canParse(address)) return address;
  throw new UsageFault('--url must be an address, such as https://ops.example.com');
}

/** Stores an API key after a test request has shown that the service accepts it. */
export async function loginByKey(env: Environment, url: string, line: string): Promise<{ url: string }> {
  const key = line.trim();
  if (key === '') throw new UsageFault('login reads an API key from standard input');
  await assertKeyAccepted(url, key);
  await withLoginLock(env, async () => storeLogin(env, { url, key }));
  return { url };
}

/**
 * Deletes the stored login and revokes an OAuth connection at the service. If the service cannot be reached, `revoked`
 * is false.
 */
export async function logout(env: Environment): Promise<{ forgotten: true; revoked?: boolean }> {
  return withLoginLock(env, async () => {
    const kept = readStoredLogin(env);
    deleteLogin(env);
    if (!kept || !('connection' in kept)) return { forgotten: true };
    try {
      await revoke(kept);
      return { forgotten: true, revoked: true };
    } catch (error) {
      if (error instanceof TenantOpsError) return { forgotten: true, revoked: false };
      throw error;
    }
  });
}

/**
 * Tests a key with a request. An error such as 403 is accepted, because the key may lack the scope of the test; 401
 * means that the key is invalid.
 */
async function assertKeyAccepted(url: string, key: string): Promise<void> {
  const transport = new Transport({ baseUrl: url }, keyCredential(key));
  try {
    await transport.call('listTasks', { query: { limit: 1 } });
  } catch (error) {
    if (!(error instanceof ApiError) || error instanceof AuthenticationError || error.status >= 500)
      throw error;
  }
}

function credentialOf(env: Environment, kept: StoredLogin): Credential {
  return 'key' in kept ? keyCredential(kept.key) : new KeptCredential(env);
}

/** True if the credential was stored for this service. A credential is never sent to a different origin. */
function isKeptFor(url: string, kept: StoredLogin): boolean {
  return new URL(kept.url).origin === new URL(url).origin;
}
