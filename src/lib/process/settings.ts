import { StartupFault } from './startupFault.ts';

export type Setting<T> = {
  default: string;
  about: string;
  /** True if the value is or contains a secret, which must not be printed. */
  is_secret?: true;
  read(text: string): T;
};
export type SettingValues<S extends Record<string, Setting<unknown>>> = {
  readonly [Name in keyof S]: ReturnType<S[Name]['read']>;
};

/** Thrown by a setting's parser with the rule for the value; the caller adds the setting's name. */
export class WrongValue extends Error {}

/** Parses all settings. Throws one StartupFault that lists every problem. */
export function readSettings<S extends Record<string, Setting<unknown>>>(
  settings: S,
  env: Record<string, string | undefined>,
): SettingValues<S> {
  const faults: string[] = [];
  const entries = Object.entries(settings).map(([name, setting]) => {
    try {
      return [name, setting.read(env[name]?.trim() || setting.default)];
    } catch (error) {
      if (!(error instanceof WrongValue)) throw error;
      faults.push(`${name}: ${error.message}`);
      return [name, undefined];
    }
  });
  if (faults.length > 0) throw new StartupFault(`Invalid settings: ${faults.join('; ')}`);
  return Object.fromEntries(entries) as SettingValues<S>;
}

/** Makes a setting optional: an empty text becomes undefined. */
export function optionalSetting<T>(read: (text: string) => T): (text: string) => T | undefined {
  return (text) => (text === '' ? undefined : read(text));
}

/** Parses a URL; throws WrongValue unless it has one of the protocols. */
export function readUrl(text: string, protocols: string[]): URL {
  const url = URL.canParse(text) ? new URL(text) : undefined;
  if (url && protocols.includes(url.protocol)) return url;
  throw new WrongValue(
    `must be a URL that begins with ${protocols.map((protocol) => `${protocol}//`).join(' or ')}`,
  );
}
