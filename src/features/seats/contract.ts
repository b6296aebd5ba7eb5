import { Type, type Static } from 'typebox';
import { consoleApi } from '../../lib/declaration.ts';
import { About, Answer, Input, Nullable, OneOf, Page, Person, Timestamp, Uuid } from '../../lib/schema.ts';
import { DEVICE_NAME, SEAT_ROLES } from './rules.ts';

const Label = Type.String({ maxLength: 200 });

export const PairRequest = Input(
  {
    code: Type.String({
      minLength: 1,
      maxLength: 100,
      description: 'The code: eight letters, as shown for the seat',
    }),
    model: Type.Optional(Nullable(About('The model of the glasses.', Label))),
    serial: Type.Optional(Nullable(About('The serial number of the glasses.', Label))),
  },
  { title: 'Pairing', description: 'Glasses to pair with a seat.' },
);
export type PairRequest = Static<typeof PairRequest>;

export const Paired = Answer(
  {
    seat_id: About('The id of the seat.', Uuid),
    device_token: Type.String({ description: 'The token of the glasses, shown only here.' }),
  },
  { title: 'PairedSeat', description: 'The seat that glasses were paired with.' },
);
export type Paired = Static<typeof Paired>;

const DeviceName = Type.String(DEVICE_NAME);
const Roles = Type.Array(OneOf(SEAT_ROLES), {
  minItems: 1,
  maxItems: SEAT_ROLES.length,
  uniqueItems: true,
});

export const Seat = Answer({
  id: Uuid,
  device_name: Type.String(),
  roles: Type.Array(OneOf(SEAT_ROLES)),
  user: Nullable(Person),
  device_token_set: Type.Boolean(),
  device_token_last4: Nullable(Type.String()),
  device_model: Nullable(Type.String()),
  device_serial: Nullable(Type.String()),
  paired_at: Nullable(Timestamp),
  last_seen_at: Nullable(Timestamp),
  created_at: Timestamp,
});
export type Seat = Static<typeof Seat>;

export const SeatFilter = Input({
  device: Type.Optional(OneOf(['paired', 'unpaired'])),
  wearer: Type.Optional(OneOf(['somebody', 'nobody'])),
  ...Page,
});
export type SeatFilter = Static<typeof SeatFilter>;

export const SeatPage = Answer({
  seats: Type.Array(Seat),
  total: Type.Integer(),
  limit: Type.Integer(),
  offset: Type.Integer(),
});
export type SeatPage = Static<typeof SeatPage>;
const SeatRef = Input({ seat_id: Uuid });
const SeatChanged = Answer({ changed: Type.Literal(true) });

export const NewSeat = Input({
  device_name: DeviceName,
  roles: Roles,
  user_id: Type.Optional(Nullable(Uuid)),
});
export type NewSeat = Static<typeof NewSeat>;

/** Null releases the seat. */
export const SeatChanges = Input({
  device_name: Type.Optional(DeviceName),
  roles: Type.Optional(Roles),
  user_id: Type.Optional(Nullable(Uuid)),
});
export type SeatChanges = Static<typeof SeatChanges>;

export const Pairing = Answer({ code: Type.String(), expires_at: Timestamp, qr_svg: Type.String() });
export type Pairing = Static<typeof Pairing>;

const SeatMade = Answer({ seat_id: Uuid });

export const seatsApi = consoleApi(
  {
    'GET /seats': { summary: 'List seats', role: 'admin', query: SeatFilter, answer: SeatPage },
    'POST /seats': { summary: 'Create a seat', role: 'admin', body: NewSeat, answer: SeatMade, status: 201 },
    'PATCH /seats': {
      summary: 'Change, assign or release a seat',
      role: 'admin',
      query: SeatRef,
      body: SeatChanges,
      answer: SeatChanged,
    },
    'GET /seat': { summary: 'Read a seat', role: 'admin', query: SeatRef, answer: Seat },
    'DELETE /seats/device': {
      summary: 'Refuse the glasses of a seat from now on',
      role: 'admin',
      query: SeatRef,
      answer: SeatChanged,
    },
    'POST /seats/pairing': {
      summary: 'Start pairing the glasses of a seat',
      role: 'admin',
      query: SeatRef,
      answer: Pairing,
      status: 201,
    },
  },
  { tag: 'Seats' },
);
