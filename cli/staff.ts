import { createStaff, deactivateStaff, reactivateStaff } from '../src/features/staff/staff.ts';
import { EMAIL, FULL_NAME, PASSWORD } from '../src/features/users/rules.ts';
import { command } from './command.ts';
import { id, secret, text } from './flags.ts';

export const staffCommands = [
  command('staff create', {
    about: 'Adds a member of the platform staff, who belongs to no account',
    flags: {
      email: text('E', "The person's email address", EMAIL),
      name: text('N', "The person's full name", FULL_NAME),
      password: secret('P', "The person's password", PASSWORD),
    },
    run: (platform, { name, ...person }) => createStaff(platform, { ...person, full_name: name }),
  }),
  command('staff deactivate', {
    about: 'Takes the platform away from one of its staff, and signs them out everywhere',
    flags: { id: id('U', 'The member of the staff') },
    run: (platform, { id }) => deactivateStaff(platform, id),
  }),
  command('staff reactivate', {
    about: 'Gives the platform back to one of its staff',
    flags: { id: id('U', 'The member of the staff') },
    run: (platform, { id }) => reactivateStaff(platform, id),
  }),
];
