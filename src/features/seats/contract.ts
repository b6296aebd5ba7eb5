import { Type, type Static } from 'typebox';
import { Input, Nullable, Uuid } from '../../lib/schema.ts';

const Label = Type.String({ maxLength: 200 });

export const PairRequest = Input({
  code: Type.String({ minLength: 1, maxLength: 100, description: 'Eight letters, as shown for the seat' }),
  model: Type.Optional(Nullable(Label)),
  serial: Type.Optional(Nullable(Label)),
});
export type PairRequest = Static<typeof PairRequest>;

export const Paired = Type.Object(
  { seat_id: Uuid, device_token: Type.String() },
  { additionalProperties: false },
);
export type Paired = Static<typeof Paired>;
