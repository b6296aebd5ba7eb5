import { TOO_LONG_TEXT, type Form } from './form.ts';

type Used = { account_id: string; client_id: string; taken: readonly [user: string, colleague: string] };

const accounts = ({ account_id, client_id, taken: [user, colleague] }: Used): readonly Form[] => [
  {
    path: '/staff/accounts?new=1',
    dialog: 'New account',
    verb: 'Create account',
    steps: [
      { at: 'Account name' },
      { type: { 'Account name': TOO_LONG_TEXT }, at: 'Account name' },
      { type: { 'Account name': 'Nord AG' }, at: 'Full name' },
      { type: { 'Full name': 'Nora', 'Email address': 'nora' }, at: 'Email address' },
      { type: { 'Email address': user }, at: 'Email address', says: /cannot be added/ },
    ],
  },
  {
    path: '/staff/members?new=1',
    dialog: 'Invite a staff member',
    verb: 'Invite',
    steps: [
      { at: 'Full name' },
      { type: { 'Full name': 'Cleo\u202E' }, at: 'Full name' },
      { type: { 'Full name': 'Cleo' }, at: 'Email address' },
      { type: { 'Email address': colleague }, at: 'Email address', says: /cannot be added/ },
    ],
  },
  {
    path: '/staff/bundles',
    dialog: 'New bundle',
    verb: 'Create bundle',
    opens: ['New bundle'],
    steps: [{ at: 'Name' }, { type: { Name: TOO_LONG_TEXT }, at: 'Name' }],
  },
  {
    path: `/staff/accounts?account=${account_id}`,
    opens: ['Allocate a bundle'],
    dialog: 'Allocate a bundle',
    verb: 'Allocate',
    steps: [{ at: 'Bundle' }],
  },
  {
    path: `/staff/apps?app=${client_id}`,
    opens: ['Return'],
    dialog: 'Return Planner?',
    verb: 'Return',
    steps: [{ type: { 'Notes for the developer': TOO_LONG_TEXT }, at: 'Notes for the developer' }],
  },
  {
    path: `/staff/accounts?account=${account_id}`,
    opens: ['Erase a person'],
    dialog: 'Erase a person?',
    verb: 'Erase permanently',
    steps: [
      { type: { 'Email address': 'nora', 'Your password': 'x' }, at: 'Email address' },
      { type: { 'Email address': 'nobody@example.com' }, at: 'Your password' },
    ],
  },
];

const content: readonly Form[] = [
  {
    path: '/staff/knowledge?view=collections',
    opens: ['New collection'],
    dialog: 'New collection',
    verb: 'Upload',
    steps: [
      { at: 'Name' },
      { type: { Name: 'Rules' }, says: /Choose at least one document/ },
      { file: ['Documents of the collection', 'rules.exe', ''], says: /rules.exe: Must be PDF/ },
    ],
  },
  { path: '/staff/skills?new=1', dialog: 'New skill', verb: 'Create skill', steps: [{ at: 'Name' }] },
  { path: '/staff/forms/edit', verb: 'Create form', steps: [{ at: 'Name' }] },
];

export const staffForms = (used: Used): readonly Form[] => [...accounts(used), ...content];
