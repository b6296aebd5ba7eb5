import { DEVICE_NAME_RULE, SEAT_ROLES } from '../src/features/seats/rules.ts';
import { createPairingCode } from '../src/features/seats/pairing.ts';
import {
  assignSeat,
  createSeatWithToken,
  listSeats,
  unassignSeat,
  revokeDeviceToken,
} from '../src/features/seats/seats.ts';
import { contextIn, command } from './command.ts';
import { ACCOUNT_FLAG, idFlag, choiceListFlag, textFlag } from './flags.ts';

const SEAT = idFlag('S', 'The seat');

export const seatCommands = [
  command('seat create', {
    about: 'Assigns a seat to a user; its device token is shown only once',
    flags: {
      account: ACCOUNT_FLAG,
      user: idFlag('U', 'The person'),
      'device-name': textFlag('D', 'The name of the glasses', DEVICE_NAME_RULE),
      roles: choiceListFlag(SEAT_ROLES, 'The roles of the user on the glasses'),
    },
    run: async (platform, { account, user: user_id, 'device-name': device_name, roles }) =>
      createSeatWithToken(await contextIn(platform, account), { user_id, device_name, roles }),
  }),
  command('seat list', {
    about: 'Lists the seats of an account with their users and devices',
    flags: { account: ACCOUNT_FLAG },
    run: async (platform, { account }) => ({ seats: await listSeats(await contextIn(platform, account)) }),
  }),
  command('seat assign', {
    about: 'Assigns a seat to another user; its glasses stay paired',
    flags: { account: ACCOUNT_FLAG, id: SEAT, user: idFlag('U', 'The person') },
    run: async (platform, { account, id, user }) => {
      await assignSeat(await contextIn(platform, account), id, user);
      return { assigned: true };
    },
  }),
  command('seat release', {
    about: 'Removes the user from a seat',
    flags: { account: ACCOUNT_FLAG, id: SEAT },
    run: async (platform, { account, id }) => {
      await unassignSeat(await contextIn(platform, account), id);
      return { released: true };
    },
  }),
  command('seat pair', {
    about: 'Shows a code that pairs glasses with a seat; it works once, for ten minutes',
    flags: { account: ACCOUNT_FLAG, id: SEAT },
    run: async (platform, { account, id }) => {
      const { code, expires_at } = await createPairingCode(await contextIn(platform, account), id);
      return { code, expires_at };
    },
  }),
  command('seat revoke-token', {
    about: 'Unpairs the glasses of a seat; their next request is rejected',
    flags: { account: ACCOUNT_FLAG, id: SEAT },
    run: async (platform, { account, id }) => {
      await revokeDeviceToken(await contextIn(platform, account), id);
      return { revoked: true };
    },
  }),
];
