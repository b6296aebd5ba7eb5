import { Type, type Static } from '../../lib/schema/type.ts';
import { defineDashboardApi } from '../../access/dashboardApi.ts';
import { ImportCell, ImportOptions, ImportResults, MOST_IMPORTED_LINES } from '../../access/imports.ts';
import {
  About,
  Answer,
  CountedPage,
  Input,
  Nullable,
  OneOf,
  Page,
  Person,
  Timestamp,
  Uuid,
} from '../../lib/schema/schema.ts';
import { DEVICE_NAME_RULE, SEAT_ROLES } from './rules.ts';

const Label = Type.String({ maxLength: 200 });

export const PairRequest = Input(
  {
    code: Type.String({
      minLength: 1,
      maxLength: 100,
      description: 'The code of the seat: eight letters',
    }),
    model: Type.Optional(Nullable(About('The model of the glasses.', Label))),
    serial: Type.Optional(Nullable(About('The serial number of the glasses.', Label))),
  },
  { title: 'Pairing', description: 'Glasses to pair with a seat.' },
);
export type PairRequest = Static<typeof PairRequest>;

export const PairedSeat = Answer(
  {
    seat_id: About('The id of the seat.', Uuid),
    device_token: Type.String({ description: 'The token of the glasses, shown only here.' }),
  },
  { title: 'PairedSeat', description: 'The seat that glasses were paired with.' },
);
export type PairedSeat = Static<typeof PairedSeat>;

const seatId = About('The id of the seat.', Uuid);
const DeviceName = Type.String({ ...DEVICE_NAME_RULE, description: 'The name of the glasses.' });
const Roles = Type.Array(OneOf(SEAT_ROLES), {
  minItems: 1,
  maxItems: SEAT_ROLES.length,
  uniqueItems: true,
  description: 'The roles that the seat can be used for.',
});

export const Seat = Answer(
  {
    id: seatId,
    device_name: Type.String({ description: 'The name of the glasses.' }),
    roles: Type.Array(OneOf(SEAT_ROLES), { description: 'The roles that the seat can be used for.' }),
    user: About('The user who wears the glasses. Null if the seat has no user.', Nullable(Person)),
    device_token_set: Type.Boolean({ description: 'True if glasses are paired.' }),
    device_token_last4: Nullable(
      Type.String({ description: 'The last four characters of their token.', examples: ['h8Kd'] }),
    ),
    device_model: Nullable(Type.String({ description: 'The model of the glasses.', examples: ['G2'] })),
    device_serial: Nullable(
      Type.String({ description: 'The serial number of the glasses.', examples: ['G2-00417'] }),
    ),
    paired_at: About('The time at which the glasses were paired.', Nullable(Timestamp)),
    last_seen_at: About('The time of the last request of the glasses.', Nullable(Timestamp)),
    created_at: About('The time at which the seat was created.', Timestamp),
  },
  { title: 'Seat', description: 'A licence for one pair of glasses, and the user who wears them.' },
);
export type Seat = Static<typeof Seat>;

/** The filter of a CSV export, which has no page. */
export const SeatExportFilter = Input({
  device: Type.Optional(
    About('Only seats with glasses, or only seats without.', OneOf(['paired', 'unpaired'])),
  ),
  wearer: Type.Optional(
    About('Only seats with a user, or only seats without.', OneOf(['somebody', 'nobody'])),
  ),
  user_id: Type.Optional(About('Only seats of the user with this id.', Uuid)),
  search: Type.Optional(
    Type.String({
      maxLength: 200,
      description:
        'Words that the name of the seat, the name of its user, or the model or serial number of its glasses contain.',
    }),
  ),
  sort: Type.Optional(
    About(
      'The order: `device_name` from A to Z, or `last_seen_at` with the latest first. Newest first without it.',
      OneOf(['device_name', 'last_seen_at']),
    ),
  ),
});
export type SeatExportFilter = Static<typeof SeatExportFilter>;

export const SeatFilter = Input({ ...SeatExportFilter.properties, ...Page });
export type SeatFilter = Static<typeof SeatFilter>;

export const SeatPage = Answer(
  { seats: Type.Array(Seat, { description: 'The seats of this page.' }), ...CountedPage },
  { title: 'SeatPage', description: 'A page of seats.' },
);
export type SeatPage = Static<typeof SeatPage>;
const SeatRef = Input({ seat_id: seatId });
const SeatChanged = Answer(
  { changed: Type.Literal(true, { description: 'Always true: the seat was changed.' }) },
  { title: 'ChangedSeat', description: 'A seat that was changed.' },
);

const wearerId = Type.Optional(Nullable(About('The id of the user; null for none.', Uuid)));

export const NewSeat = Input(
  { device_name: DeviceName, roles: Roles, user_id: wearerId },
  { title: 'NewSeat', description: 'A seat to create.' },
);
export type NewSeat = Static<typeof NewSeat>;

/** Changes of a seat. A `user_id` of null removes the user from the seat. */
export const SeatChanges = Input(
  { device_name: Type.Optional(DeviceName), roles: Type.Optional(Roles), user_id: wearerId },
  { title: 'SeatChanges', description: 'The changes of a seat. Omitted members stay unchanged.' },
);
export type SeatChanges = Static<typeof SeatChanges>;

export const PairingCode = Answer(
  {
    code: Type.String({ description: 'The code to type on the glasses.', examples: ['KXWPLTQB'] }),
    expires_at: About('The time at which the code expires.', Timestamp),
    qr_svg: Type.String({
      description: 'The code as a picture to scan, in SVG.',
      examples: ['<svg>…</svg>'],
    }),
  },
  { title: 'PairingCode', description: 'A code that pairs glasses with a seat, once.' },
);
export type PairingCode = Static<typeof PairingCode>;

const SeatMade = Answer(
  { seat_id: seatId },
  { title: 'CreatedSeat', description: 'A seat that was created.' },
);

/** An unvalidated line of a CSV file. Empty and omitted cells do not set the member. */
const SeatLine = Input({
  /** The name of the seat, which identifies it. */
  device_name: ImportCell,
  /** trainer, trainee or both; trainee for a new seat without it. */
  role: ImportCell,
  /** The email address or the id of an active user. */
  user: ImportCell,
});
export type SeatLine = Static<typeof SeatLine>;

const SeatImport = Input({
  lines: Type.Array(SeatLine, { minItems: 1, maxItems: MOST_IMPORTED_LINES }),
  ...ImportOptions,
});
export type SeatImport = Static<typeof SeatImport>;

export const seatsApi = defineDashboardApi({
  'GET /seats': { role: 'admin', query: SeatFilter, answer: SeatPage },
  'POST /seats': { role: 'admin', body: NewSeat, answer: SeatMade, status: 201 },
  'POST /seats/import': { role: 'admin', body: SeatImport, answer: ImportResults, status: 201 },
  'PATCH /seats': { role: 'admin', query: SeatRef, body: SeatChanges, answer: SeatChanged },
  'GET /seat': { role: 'admin', query: SeatRef, answer: Seat },
  'DELETE /seats/device': { role: 'admin', query: SeatRef, answer: SeatChanged },
  'POST /seats/pairing': { role: 'admin', query: SeatRef, answer: PairingCode, status: 201 },
  'GET /own-seat': { role: 'member', query: SeatRef, answer: Seat },
  'POST /own-seat/pairing': { role: 'member', query: SeatRef, answer: PairingCode, status: 201 },
});
