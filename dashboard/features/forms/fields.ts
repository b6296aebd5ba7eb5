import { t } from '../../language/t.ts';
/**
 * A field of a form in the editor. `other` has the members that the editor does not know; they are stored unchanged.
 */
export type FormField = {
  /** The React key of the field; not sent to the server. Equal for equal stored forms, so that drafts compare. */
  at: number;
  key: string;
  label: string;
  type: FieldType;
  required: boolean;
  options: string[];
  help: string;
  other: Record<string, unknown>;
};

export const FIELD_TYPES = [
  { value: 'text', label: t('Short text') },
  { value: 'long_text', label: t('Long text') },
  { value: 'number', label: t('Number') },
  { value: 'date', label: t('Date') },
  { value: 'time', label: t('Time') },
  { value: 'yes_no', label: t('Yes or no') },
  { value: 'choice', label: t('Single choice') },
  { value: 'choices', label: t('Multiple choice') },
] as const;
export type FieldType = (typeof FIELD_TYPES)[number]['value'];

export function createField(type: FieldType, others: readonly FormField[]): FormField {
  const at = 1 + Math.max(0, ...others.map((field) => field.at));
  return { at, key: '', label: '', type, required: false, options: [], help: '', other: {} };
}

/** Returns the name of a field for use in sentences. */
export function fieldTitle({ label }: FormField): string {
  return label || t('this field');
}

export function parseFields(fields: readonly object[]): FormField[] {
  return fields
    .map((field, index) => readField({ ...field }, index + 1))
    .toSorted((a, b) => positionOf(a) - positionOf(b));
}

function readField(given: Record<string, unknown>, at: number): FormField {
  const { key, label, type, required, options, help, ...other } = given;
  return {
    at,
    key: textOf(key),
    label: textOf(label) || textOf(key),
    type: FIELD_TYPES.find(({ value }) => value === type)?.value ?? 'text',
    required: required === true,
    options: Array.isArray(options) ? options.filter((one) => typeof one === 'string') : [],
    help: textOf(help),
    other,
  };
}

function positionOf({ other: { position } }: FormField): number {
  return typeof position === 'number' ? position : Infinity;
}

function textOf(value: unknown): string {
  return typeof value === 'string' ? value : '';
}

/** Converts fields to the stored format. Missing keys are derived from labels, and all keys are made unique. */
export function serializeFields(fields: readonly FormField[]): object[] {
  const taken = new Set<string>();
  return fields.map(({ key, label, type, required, options, help, other }, index) => {
    const own = uniqueKey(key || keyOf(label) || `field_${index + 1}`, taken);
    return {
      ...other,
      key: own,
      label: label || own,
      type,
      required,
      ...(hasOptions(type) && { options }),
      ...(help && { help }),
      position: index + 1,
    };
  });
}

export function hasOptions(type: FieldType): boolean {
  return type === 'choice' || type === 'choices';
}

function keyOf(label: string): string {
  const plain = label
    .normalize('NFKD')
    .toLowerCase()
    .replaceAll(/[^a-z0-9]+/g, '_');
  return plain.replaceAll(/^_+|_+$/g, '').slice(0, 60);
}

function uniqueKey(key: string, taken: Set<string>): string {
  let unique = key;
  for (let number = 2; taken.has(unique); number++) unique = `${key}_${number}`;
  taken.add(unique);
  return unique;
}
