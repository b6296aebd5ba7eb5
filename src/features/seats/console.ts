import { resource, type Resource } from '../../doors/declaration.ts';
import { consoleOperation } from '../../doors/session.ts';
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
import { addSeat, changeSeat, pageSeats, readSeat, revokeDeviceToken } from './seats.ts';

const seats = resource(
  '/seats',
  {
    GET: consoleOperation({
      summary: 'List seats',
      role: 'admin',
      query: SeatFilter,
      answer: SeatPage,
      handle: (ctx, { query }) => pageSeats(ctx, query),
    }),
    POST: consoleOperation({
      summary: 'Create a seat',
      role: 'admin',
      body: NewSeat,
      answer: SeatMade,
      status: 201,
      handle: (ctx, { body }) => addSeat(ctx, body),
    }),
    PATCH: consoleOperation({
      summary: 'Change, assign or release a seat',
      role: 'admin',
      query: SeatRef,
      body: SeatChanges,
      answer: SeatChanged,
      handle: (ctx, { query, body }) => changeSeat(ctx, query.seat_id, body),
    }),
  },
  { tag: 'Seats' },
);

const seat = resource(
  '/seat',
  {
    GET: consoleOperation({
      summary: 'Read a seat',
      role: 'admin',
      query: SeatRef,
      answer: Seat,
      handle: (ctx, { query }) => readSeat(ctx, query.seat_id),
    }),
  },
  { tag: 'Seats' },
);

const deviceToken = resource(
  '/seats/device',
  {
    DELETE: consoleOperation({
      summary: 'Refuse the glasses of a seat from now on',
      role: 'admin',
      query: SeatRef,
      answer: SeatChanged,
      handle: (ctx, { query }) => revokeDeviceToken(ctx, query.seat_id),
    }),
  },
  { tag: 'Seats' },
);

const pairing = resource(
  '/seats/pairing',
  {
    POST: consoleOperation({
      summary: 'Start pairing the glasses of a seat',
      role: 'admin',
      query: SeatRef,
      answer: Pairing,
      status: 201,
      handle: (ctx, { query }) => startPairing(ctx, query.seat_id),
    }),
  },
  { tag: 'Seats' },
);

export const seatsConsole: readonly Resource[] = [seats, seat, deviceToken, pairing];
