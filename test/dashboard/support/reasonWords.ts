import { REASONS } from '../../../src/service/reasons.ts';

/** Returns the dashboard's text for each error reason, in the language of this process. */
export async function fillReasonTexts(): Promise<Record<string, string>> {
  const { describeError: wordRefusal } = await import('../../../dashboard/api/errorTexts.ts');
  const words = Object.entries(REASONS).map(([code, declared]) => {
    const reason = typeof declared === 'function' ? declared(ANY_VALUES) : declared;
    const values = typeof declared === 'function' ? ANY_VALUES : {};
    const { rule } = reason;
    if (rule !== code) throw new Error(`${code} is declared as ${rule}`);
    return [code, wordRefusal('BAD_REQUEST', { path: null, rule, limit: null, values }).message];
  });
  return Object.fromEntries(words);
}

/** An object with a value for every name. */
const ANY_VALUES: never = new Proxy({}, { get: (_, name) => (name === 'then' ? undefined : 7) }) as never;
