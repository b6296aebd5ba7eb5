import { limitSentence } from '../../access/limits/table.ts';
import { operation } from '../../doors/credential.ts';
import { resource, type Resource } from '../../doors/declaration.ts';
import {
  NewSeat,
  Pairing,
  Seat,
  SeatChanged,
  SeatChanges,
  SeatFilter,
  SeatMade,
  SeatPage,
  SeatRef,
} from './contract.ts';
import { startPairing } from './pairing.ts';
import { addSeat, changeSeat, listSeatPage, readSeat, revokeDeviceToken } from './seats.ts';

const query = { seat_id: '0198f0c4-7c5e-7a10-9d3e-5b1f6a2c8e40' };
const tag = {
  tag: 'Seats',
  about: 'Seats: which glasses belong to the account, what they are used for, and who wears them.',
};

const all = resource(
  '/seats',
  {
    GET: operation({
      operation_id: 'listSeats',
      summary: 'List seats',
      description: 'Newest first.',
      scope: 'manage:devices',
      query: SeatFilter,
      answer: SeatPage,
      example: { query: { device: 'paired' } },
      handle: (ctx, { query }) => listSeatPage(ctx, query),
    }),
    POST: operation({
      operation_id: 'createSeat',
      summary: 'Create a seat',
      description: `Its glasses come later, by pairing. ${limitSentence('seats')}`,
      scope: 'manage:devices',
      body: NewSeat,
      answer: SeatMade,
      status: 201,
      example: { body: { device_name: 'Glasses 12', roles: ['trainer', 'trainee'] } },
      handle: (ctx, { body }) => addSeat(ctx, body),
    }),
    PATCH: operation({
      operation_id: 'updateSeat',
      summary: 'Change, assign or release a seat',
      description: 'Only the members that are sent change; a `user_id` of null releases the seat.',
      scope: 'manage:devices',
      query: SeatRef,
      body: SeatChanges,
      answer: SeatChanged,
      errors: ['NOT_FOUND'],
      example: { query, body: { user_id: null } },
      handle: (ctx, { query, body }) => changeSeat(ctx, query.seat_id, body),
    }),
  },
  tag,
);

const one = resource(
  '/seat',
  {
    GET: operation({
      operation_id: 'getSeat',
      summary: 'Read a seat',
      scope: 'manage:devices',
      query: SeatRef,
      answer: Seat,
      errors: ['NOT_FOUND'],
      example: { query },
      handle: (ctx, { query }) => readSeat(ctx, query.seat_id),
    }),
  },
  tag,
);

const glasses = resource(
  '/seats/device',
  {
    DELETE: operation({
      operation_id: 'revokeDevice',
      summary: 'Unpair the glasses of a seat',
      description: 'The seat stays, and other glasses may be paired with it.',
      scope: 'manage:devices',
      query: SeatRef,
      answer: SeatChanged,
      errors: ['NOT_FOUND'],
      example: { query },
      handle: (ctx, { query }) => revokeDeviceToken(ctx, query.seat_id),
    }),
  },
  tag,
);

const pairing = resource(
  '/seats/pairing',
  {
    POST: operation({
      operation_id: 'startPairing',
      summary: 'Start pairing the glasses of a seat',
      description: 'The code counts once and for a short time; it replaces an earlier one.',
      scope: 'manage:devices',
      query: SeatRef,
      answer: Pairing,
      status: 201,
      is_secret: true,
      errors: ['NOT_FOUND'],
      example: { query, known: { expires_at: '2026-03-02T09:10:00.000Z' } },
      handle: (ctx, { query }) => startPairing(ctx, query.seat_id),
    }),
  },
  tag,
);

export const seatRoutes: readonly Resource[] = [all, one, glasses, pairing];
