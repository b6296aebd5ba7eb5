import { Type } from '../../lib/schema/type.ts';

/** Any object is accepted. `fields.ts` defines the format that the form editor writes and the glasses support. */
const Field = Type.Unsafe<object>(
  Type.Object(
    {
      options: Type.Optional(
        Type.Unsafe<unknown>({
          type: ['array', 'object', 'string', 'number', 'boolean', 'null'],
          maxItems: 1_000,
          description: 'The texts that can be chosen from',
        }),
      ),
    },
    { additionalProperties: true, maxProperties: 50 },
  ),
);
export const FormFields = Type.Array(Field, {
  maxItems: 500,
  'x-max-characters': 128 * 1_024,
  examples: [[{ key: 'pressure', label: 'Pressure in bar', type: 'number', required: true }]],
  description:
    'The fields of the form: any objects, stored as sent, at most 128 KB as JSON. Numbers beyond ±9007199254740991 cannot be stored exactly and are ' +
    'rejected: send them as text.',
});
