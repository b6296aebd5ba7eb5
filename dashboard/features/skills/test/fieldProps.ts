import { capitalized, memberLabelInSentence } from '../../../api/labels.ts';
import type { ArgumentPart } from './parts.ts';
import { t } from '../../../language/t.ts';

/** A validation error of the server with the path that it names. */
export type ErrorAt = { path: readonly string[]; says: string; format?: string | undefined } | undefined;

export type FieldProps<P extends ArgumentPart = ArgumentPart> = {
  part: P;
  value: unknown;
  /** `undefined` removes the member. */
  onChange: (value: unknown) => void;
  /** The error at this path or below it. */
  fault: ErrorAt;
};

/** Returns the properties that all inputs share. */
export function inputProps({ part, fault }: Pick<FieldProps, 'part' | 'fault'>) {
  return {
    label: part.label,
    description: part.description,
    required: part.isRequired && !part.isNullable,
    error: fault && messageOf(part, fault),
  };
}

/** Returns the text of an error. Other forms choose ids from lists; here the user types them, so the text differs. */
function messageOf(part: ArgumentPart, { path, says, format }: NonNullable<ErrorAt>): string {
  if (part.kind === 'text' && part.isId && format === 'uuid') return t('Must be an id');
  return path.length === 0 ? says : `${capitalized(path.map(memberLabelInSentence).join(', '))}: ${says}`;
}
