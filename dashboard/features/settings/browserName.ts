import { t } from '../../language/t.ts';
const BROWSERS = [
  ['Edge', /\bEdg(?:e|A|iOS)?\//],
  ['Opera', /\bOPR\//],
  ['Firefox', /\b(?:Firefox|FxiOS)\//],
  ['Chrome', /\b(?:Headless)?Chrom(?:e|ium)\/|\bCriOS\//],
  ['Safari', /\bSafari\//],
] as const;
const SYSTEMS = [
  ['Android', /Android/],
  ['iOS', /iPhone|iPad/],
  ['Windows', /Windows/],
  ['macOS', /Mac OS X/],
  ['Linux', /Linux/],
] as const;

/** Returns a browser's name such as `Chrome on Linux`. */
export function browserName(user_agent: string): string {
  const browser = BROWSERS.find(([, pattern]) => pattern.test(user_agent))?.[0];
  const system = SYSTEMS.find(([, pattern]) => pattern.test(user_agent))?.[0];
  if (!browser) return user_agent === '' ? t('An unknown browser') : user_agent.slice(0, 40);
  return system ? t('{browser} on {system}', { browser, system }) : browser;
}
