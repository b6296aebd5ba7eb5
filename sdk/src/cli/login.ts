import { ApiError, AuthenticationError, TenantOpsError } from '../errors.ts';
import { keyCredential, Transport, type Credential } from '../transport.ts';
import { UsageFault } from './fault.ts';
import { alone, forget, keep, readKept, type Environment, type Kept } from './keeping.ts';
import { KeptCredential, revoke } from './keptCredential.ts';

export type Access = { url: string; credential: Credential };

const OWN_MACHINE = 'http://127.0.0.1:8080';

/** The address and key of the environment, else what was kept. */
export function findAccess(env: Environment): Access {
  const kept = readKept(env);
  const url = env['TENANT_OPS_URL'] || kept?.url || OWN_MACHINE;
  const key = env['TENANT_OPS_KEY'];
  if (key) return { url, credential: keyCredential(key) };
  if (kept && isKeptFor(url, kept)) return { url, credential: credentialOf(env, kept) };
  throw new UsageFault(`No API key for ${url}: set TENANT_OPS_KEY, or keep one with login`);
}

/** The address of the service to log in to. */
export function addressOf(env: Environment, url: string | undefined): string {
  const address = url ?? (env['TENANT_OPS_URL'] || OWN_MACHINE);
  if (URL.canParse(address)) return address;
  throw new UsageFault('--url must be an address, such as https://ops.example.com');
}

/** A key is kept once the service takes it. */
export async function loginByKey(env: Environment, url: string, line: string): Promise<{ url: string }> {
  const key = line.trim();
  if (key === '') throw new UsageFault('login reads an API key from standard input');
  await assertTaken(url, key);
  keep(env, { url, key });
  return { url };
}

/** A connection is ended at the service, too; where it cannot be reached, that is said. */
export async function logout(env: Environment): Promise<{ forgotten: true; revoked?: boolean }> {
  return alone(env, async () => {
    const kept = readKept(env);
    forget(env);
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

/** A key may lack the scope that is tried; only a key that is none is refused with 401. */
async function assertTaken(url: string, key: string): Promise<void> {
  const transport = new Transport({ baseUrl: url }, keyCredential(key));
  try {
    await transport.call('listTasks', { query: { limit: 1 } });
  } catch (error) {
    if (!(error instanceof ApiError) || error instanceof AuthenticationError || error.status >= 500)
      throw error;
  }
}

function credentialOf(env: Environment, kept: Kept): Credential {
  return 'key' in kept ? keyCredential(kept.key) : new KeptCredential(env);
}

/** True if the credential was stored for this service; it is never sent to another one. */
function isKeptFor(url: string, kept: Kept): boolean {
  return new URL(kept.url).origin === new URL(url).origin;
}
