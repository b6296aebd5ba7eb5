import { serve } from '../../doors/signIn.ts';
import { seatsApi } from './contract.ts';
import { startOwnPairing, startPairing } from './pairing.ts';
import { addSeat, changeSeat, listSeatPage, readOwnSeat, readSeat, revokeDeviceToken } from './seats.ts';

export const seatsConsole = serve(seatsApi, {
  'GET /seats': (ctx, { query }) => listSeatPage(ctx, query),
  'POST /seats': (ctx, { body }) => addSeat(ctx, body),
  'PATCH /seats': (ctx, { query, body }) => changeSeat(ctx, query.seat_id, body),
  'GET /seat': (ctx, { query }) => readSeat(ctx, query.seat_id),
  'DELETE /seats/device': (ctx, { query }) => revokeDeviceToken(ctx, query.seat_id),
  'POST /seats/pairing': (ctx, { query }) => startPairing(ctx, query.seat_id),
  'GET /own-seat': (ctx, { query }) => readOwnSeat(ctx, query.seat_id),
  'POST /own-seat/pairing': (ctx, { query }) => startOwnPairing(ctx, query.seat_id),
});
