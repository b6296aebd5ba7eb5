/** A text that is longer than any field allows. */
export const TOO_LONG_TEXT = 'x'.repeat(12_000);

/** The input of a step, and the field or the text of the expected error. */
export type FormStep = {
  type?: Record<string, string>;
  /** The input's label and the file to choose. The file's content is invalid for its type. */
  file?: [label: string, name: string, mimeType: string];
  press?: string;
  at?: string;
  says?: RegExp;
};
export type Form = {
  path: string;
  /** Buttons that open the form. */
  opens?: readonly string[];
  /** The name of the form's dialog; omitted for a form on the page itself. */
  dialog?: string | RegExp;
  verb: string;
  steps: readonly FormStep[];
};
