import { suggest, UsageFault } from './fault.ts';
import { DEFAULT_PROFILE, listProfiles, readStoredLogin, type Environment } from './keeping.ts';

const NAME = /^[a-z0-9][a-z0-9_-]{0,62}$/i;

/**
 * Selects a profile for a command. The profile replaces the address and the key of the environment, because a flag has
 * precedence. `login` still takes the address of the environment, because the profile may be new.
 */
export function withProfile(
  env: Environment,
  profile: string,
  { is_login }: { is_login: boolean },
): Environment {
  assertProfileName(profile);
  const selected = { ...env, TENANT_OPS_PROFILE: profile };
  return is_login ? selected : { ...selected, TENANT_OPS_URL: undefined, TENANT_OPS_KEY: undefined };
}

export function assertProfileName(profile: string): void {
  if (NAME.test(profile)) return;
  throw new UsageFault('--profile must be a name of letters, digits, - and _, of at most 63 characters');
}

export type ProfileRow = { profile: string; selected: boolean; url: string | null; login: string | null };

/** Lists the stored logins. Members of a login that cannot be read are null. */
export function describeProfiles(env: Environment): { profiles: ProfileRow[] } {
  const selected = env['TENANT_OPS_PROFILE'] || DEFAULT_PROFILE;
  const profiles = listProfiles(env).map((profile) => {
    const kept = readStoredLogin({ ...env, TENANT_OPS_PROFILE: profile });
    return {
      profile,
      selected: profile === selected,
      url: kept?.url ?? null,
      login: kept ? ('key' in kept ? 'key' : 'OAuth') : null,
    };
  });
  return { profiles };
}

/** Explains a missing login with the known profiles. */
export function explainMissingLogin(env: Environment): string {
  const profile = env['TENANT_OPS_PROFILE'];
  if (!profile || profile === DEFAULT_PROFILE) return 'set TENANT_OPS_KEY, or keep one with login';
  const known = suggest(profile, listProfiles(env));
  return `the profile ${profile} has no login${known || `; keep one with login --profile ${profile}`}`;
}
