import { createStaff } from '../src/features/staff/staff.ts';
import { EMAIL, FULL_NAME, PASSWORD } from '../src/features/users/rules.ts';
import { command } from './command.ts';
import { secret, text } from './flags.ts';

export const staff = [
  command('staff create', {
    about: 'Adds a member of the platform staff, who belongs to no account',
    flags: {
      email: text('E', "The person's e-mail address", EMAIL),
      name: text('N', "The person's full name", FULL_NAME),
      password: secret('P', "The person's password", PASSWORD),
    },
    run: (platform, { name, ...person }) => createStaff(platform, { ...person, full_name: name }),
  }),
];
