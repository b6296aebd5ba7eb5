import { Type } from '../../lib/schema/type.ts';

/** Any object: what our own editor writes and glasses understand is described in `fields.ts`. */
const Field = Type.Unsafe<object>(
  Type.Object(
    {
      options: Type.Optional(
        Type.Unsafe<unknown>({
          type: ['array', 'object', 'string', 'number', 'boolean', 'null'],
          maxItems: 1_000,
          description: 'What may be chosen, where it is a list of texts',
        }),
      ),
    },
    { additionalProperties: true, maxProperties: 50 },
  ),
);
export const Fields = Type.Array(Field, {
  maxItems: 500,
  'x-max-characters': 128 * 1_024,
  examples: [[{ key: 'pressure', label: 'Pressure in bar', type: 'number', required: true }]],
  description:
    'What is filled in, any objects. Kept as sent, at most 128 KB as JSON. A number beyond ±9007199254740991 cannot be kept exactly and is ' +
    'refused: send it as text.',
});
