import { limitSentence } from '../../access/limits/table.ts';
import { publishToApi } from '../../doors/credential.ts';
import { declareCsvDownload } from '../../doors/csvPage.ts';
import { groupIntoResources } from '../../doors/declaration.ts';
import { serveDashboardApi } from '../../doors/signIn.ts';
import { SeatExportFilter, seatsApi } from './contract.ts';
import { exportSeats } from './export.ts';
import { importSeats } from './import.ts';
import { createPairingCodeForOwnSeat, createPairingCode } from './pairing.ts';
import {
  createSeatWithoutToken,
  changeSeat,
  listSeatPage,
  readOwnSeat,
  readSeat,
  revokeDeviceToken,
} from './seats.ts';

export const seatsDashboardRoutes = serveDashboardApi(seatsApi, {
  'GET /seats': (ctx, { query }) => listSeatPage(ctx, query),
  'POST /seats': (ctx, { body }) => createSeatWithoutToken(ctx, body),
  'POST /seats/import': (ctx, { body }) => importSeats(ctx, body),
  'PATCH /seats': (ctx, { query, body }) => changeSeat(ctx, query.seat_id, body),
  'GET /seat': (ctx, { query }) => readSeat(ctx, query.seat_id),
  'DELETE /seats/device': (ctx, { query }) => revokeDeviceToken(ctx, query.seat_id),
  'POST /seats/pairing': (ctx, { query }) => createPairingCode(ctx, query.seat_id),
  'GET /own-seat': (ctx, { query }) => readOwnSeat(ctx, query.seat_id),
  'POST /own-seat/pairing': (ctx, { query }) => createPairingCodeForOwnSeat(ctx, query.seat_id),
});

/** The CSV download of the list of seats. */
export const seatPages = [
  declareCsvDownload('/seats.csv', { name: 'seats', selection: SeatExportFilter, exportRows: exportSeats }),
];

const query = { seat_id: '0198f0c4-7c5e-7a10-9d3e-5b1f6a2c8e40' };
const tag = {
  tag: 'Seats',
  about: 'The seats of the account, each with its roles, its user and its glasses.',
};

export const seatRoutes = groupIntoResources(
  tag,
  publishToApi(seatsDashboardRoutes, {
    'GET /seats': {
      operation_id: 'listSeats',
      summary: 'List seats',
      description: 'Newest first, unless `sort` is set.',
      scope: 'manage:devices',
      example: { query: { device: 'paired' } },
    },
    'POST /seats': {
      operation_id: 'createSeat',
      summary: 'Create a seat',
      description: 'Pair glasses with the seat afterwards. ' + limitSentence('seats'),
      scope: 'manage:devices',
      example: { body: { device_name: 'Glasses 12', roles: ['trainer', 'trainee'] } },
    },
    'PATCH /seats': {
      operation_id: 'updateSeat',
      summary: 'Change, assign or release a seat',
      description:
        'Only the members in the request change. A `user_id` of null removes the user from the seat.',
      scope: 'manage:devices',
      errors: ['NOT_FOUND'],
      example: { query, body: { user_id: null } },
    },
    'GET /seat': {
      operation_id: 'getSeat',
      summary: 'Read a seat',
      scope: 'manage:devices',
      errors: ['NOT_FOUND'],
      example: { query },
    },
    'DELETE /seats/device': {
      operation_id: 'revokeDevice',
      summary: 'Unpair the glasses of a seat',
      description: 'The seat stays. Other glasses can be paired with it.',
      scope: 'manage:devices',
      errors: ['NOT_FOUND'],
      example: { query },
    },
    'POST /seats/pairing': {
      operation_id: 'startPairing',
      summary: 'Start pairing the glasses of a seat',
      description: 'The code works once and expires after a short time. It replaces an earlier code.',
      scope: 'manage:devices',
      is_secret: true,
      errors: ['NOT_FOUND'],
      example: { query, known: { expires_at: '2026-03-02T09:10:00.000Z' } },
    },
  }),
);
