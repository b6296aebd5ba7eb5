/** Longer than any field may be. */
export const LONG = 'x'.repeat(12_000);

/** What is typed, and the field or the words that then complain. */
export type Step = {
  type?: Record<string, string>;
  /** The input, and what is chosen: its first byte says nothing. */
  file?: [label: string, name: string, mimeType: string];
  press?: string;
  at?: string;
  says?: RegExp;
};
export type Form = {
  path: string;
  /** Buttons that lead to it. */
  opens?: readonly string[];
  /** The name of its dialog; on the page itself if left out. */
  dialog?: string | RegExp;
  verb: string;
  steps: readonly Step[];
};
