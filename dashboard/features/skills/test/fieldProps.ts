import { capitalized, memberLabel } from '../../../api/labels.ts';
import type { ArgumentPart } from './parts.ts';
import { t } from '../../../language/t.ts';

/** A message of the server, and the place that it names. */
export type ErrorAt = { path: readonly string[]; says: string } | undefined;

export type FieldProps<P extends ArgumentPart = ArgumentPart> = {
  part: P;
  value: unknown;
  /** Undefined leaves it out. */
  onChange: (value: unknown) => void;
  /** The error at this path or below it. */
  fault: ErrorAt;
};

/** The properties of every input. */
export function inputProps({ part, fault }: Pick<FieldProps, 'part' | 'fault'>) {
  return {
    label: part.label,
    description: part.description,
    required: part.isRequired && !part.isNullable,
    error: fault && messageOf(part, fault),
  };
}

/** Ids are chosen everywhere else, and typed here. */
function messageOf(part: ArgumentPart, { path, says }: NonNullable<ErrorAt>): string {
  if (part.kind === 'text' && part.isId && says === 'Choose one') return t('Must be an id');
  return path.length === 0 ? says : `${capitalized(path.map(memberLabel).join(', '))}: ${says}`;
}
