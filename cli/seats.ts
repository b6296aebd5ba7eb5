import { DEVICE_NAME, SEAT_ROLES } from '../src/features/seats/rules.ts';
import { startPairing } from '../src/features/seats/pairing.ts';
import {
  assignSeat,
  createSeat,
  listSeats,
  releaseSeat,
  revokeDeviceToken,
} from '../src/features/seats/seats.ts';
import { actIn, command } from './command.ts';
import { ACCOUNT_FLAG, id, someOf, text } from './flags.ts';

const SEAT = id('S', 'The seat');

export const seatCommands = [
  command('seat create', {
    about: 'Gives a person a seat; its device token is shown only this once',
    flags: {
      account: ACCOUNT_FLAG,
      user: id('U', 'The person'),
      'device-name': text('D', 'What the glasses are called', DEVICE_NAME),
      roles: someOf(SEAT_ROLES, 'What the person does on the glasses'),
    },
    run: async (platform, { account, user: user_id, 'device-name': device_name, roles }) =>
      createSeat(await actIn(platform, account), { user_id, device_name, roles }),
  }),
  command('seat list', {
    about: 'Lists the seats of an account with their people and devices',
    flags: { account: ACCOUNT_FLAG },
    run: async (platform, { account }) => ({ seats: await listSeats(await actIn(platform, account)) }),
  }),
  command('seat assign', {
    about: 'Gives a seat to another person; its glasses stay paired',
    flags: { account: ACCOUNT_FLAG, id: SEAT, user: id('U', 'The person') },
    run: async (platform, { account, id, user }) => {
      await assignSeat(await actIn(platform, account), id, user);
      return { assigned: true };
    },
  }),
  command('seat release', {
    about: 'Takes a seat from its person',
    flags: { account: ACCOUNT_FLAG, id: SEAT },
    run: async (platform, { account, id }) => {
      await releaseSeat(await actIn(platform, account), id);
      return { released: true };
    },
  }),
  command('seat pair', {
    about: 'Shows a code that pairs glasses with a seat, good for ten minutes and once',
    flags: { account: ACCOUNT_FLAG, id: SEAT },
    run: async (platform, { account, id }) => {
      const { code, expires_at } = await startPairing(await actIn(platform, account), id);
      return { code, expires_at };
    },
  }),
  command('seat revoke-token', {
    about: 'Refuses the glasses of a seat from their next request on',
    flags: { account: ACCOUNT_FLAG, id: SEAT },
    run: async (platform, { account, id }) => {
      await revokeDeviceToken(await actIn(platform, account), id);
      return { revoked: true };
    },
  }),
];
