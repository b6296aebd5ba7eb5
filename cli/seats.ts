import { DEVICE_NAME, SEAT_ROLES } from '../src/features/seats/rules.ts';
import { createSeat } from '../src/features/seats/seats.ts';
import { actIn, command } from './command.ts';
import { ACCOUNT, id, someOf, text } from './flags.ts';

export const seats = [
  command('seat create', {
    about: 'Gives a person a seat; its device token is shown only this once',
    flags: {
      account: ACCOUNT,
      user: id('U', 'The person'),
      'device-name': text('D', 'What the glasses are called', DEVICE_NAME),
      roles: someOf(SEAT_ROLES, 'What the person does on the glasses'),
    },
    run: async (platform, { account, user: user_id, 'device-name': device_name, roles }) =>
      createSeat(await actIn(platform, account), { user_id, device_name, roles }),
  }),
];
