import { createStaffMember, deactivateStaff, reactivateStaff } from '../src/features/staff/staff.ts';
import { EMAIL_RULE, FULL_NAME_RULE, PASSWORD_RULE } from '../src/features/users/rules.ts';
import { command } from './command.ts';
import { idFlag, secretFlag, textFlag } from './flags.ts';

export const staffCommands = [
  command('staff create', {
    about: 'Creates a staff member, who belongs to no account',
    flags: {
      email: textFlag('E', "The user's email address", EMAIL_RULE),
      name: textFlag('N', "The user's full name", FULL_NAME_RULE),
      password: secretFlag('P', "The user's password", PASSWORD_RULE),
    },
    run: (platform, { name, ...person }) => createStaffMember(platform, { ...person, full_name: name }),
  }),
  command('staff deactivate', {
    about: 'Deactivates a staff member and signs them out everywhere',
    flags: { id: idFlag('U', 'The staff member') },
    run: (platform, { id }) => deactivateStaff(platform, id),
  }),
  command('staff reactivate', {
    about: 'Reactivates a staff member',
    flags: { id: idFlag('U', 'The staff member') },
    run: (platform, { id }) => reactivateStaff(platform, id),
  }),
];
