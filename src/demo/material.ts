import type { NewApp } from '../features/apps/contract.ts';
import type { Task } from '../features/tasks/contract.ts';

export const DEMO_ADMIN = { email: 'admin@demo.example', full_name: 'Maren Holt' };

export const DEMO_STAFF = { email: 'staff@demo.example', full_name: 'Sam Keller' };

/** The member whose sign-in the demo prints. */
export const DEMO_MEMBER = {
  email: 'jonas@demo.example',
  full_name: 'Jonas Weber',
  is_admin: false,
  seat: { device_name: 'Glasses 01', roles: ['trainer' as const], serial: 'V3-0117' },
};

/** The name of the endpoint that receives all events. */
export const DEMO_ENDPOINT_NAME = 'Maintenance planner';

export const DEMO_USERS = [
  DEMO_MEMBER,
  {
    email: 'amira@demo.example',
    full_name: 'Amira Haddad',
    is_admin: false,
    seat: { device_name: 'Glasses 02', roles: ['trainee' as const], serial: 'V3-0122' },
  },
  { email: 'tomas@demo.example', full_name: 'Tomás Rivera', is_admin: false, seat: undefined },
];

export const DEMO_APPS: readonly [NewApp, NewApp] = [
  {
    name: 'Field Planner',
    description: 'Plans the week of every technician and keeps tasks in step with it.',
    homepage: 'https://field-planner.example',
    redirect_uris: ['https://field-planner.example/oauth/callback', 'http://localhost:4444/callback'],
    scopes: ['read:tasks', 'write:tasks', 'read:users', 'manage:webhooks'],
  },
  {
    name: 'Shift Report',
    description: 'Writes the report of a shift from its training sessions.',
    homepage: 'https://shift-report.example',
    redirect_uris: ['https://shift-report.example/connected'],
    scopes: ['read:sessions', 'read:tasks'],
  },
];

export type DemoTask = Pick<Task, 'title' | 'description' | 'priority'> & {
  days_ago: number;
  moves: Task['status'][];
};

const WORK: Pick<DemoTask, 'title' | 'description' | 'priority'>[] = [
  {
    title: 'Replace the filter of pump 7',
    description: 'Filter set F-210, gasket included.',
    priority: 'high',
  },
  { title: 'Record the start-up of line 2', description: 'With the new safety steps.', priority: 'medium' },
  {
    title: 'Check torque on the rotor flange',
    description: 'Eight bolts, 45 Nm, crosswise.',
    priority: 'urgent',
  },
  { title: 'Train two people on the label printer', description: null, priority: 'low' },
  { title: 'Inspect the emergency stops in hall B', description: 'Eleven stations.', priority: 'high' },
  { title: 'Clean the optics of scanner 3', description: 'Lint-free cloth, no solvent.', priority: 'medium' },
  { title: 'Show the changeover of mould 12', description: null, priority: 'medium' },
  {
    title: 'Calibrate the scale at packing',
    description: 'Certificate expires this month.',
    priority: 'high',
  },
];

const COURSES: Task['status'][][] = [
  ['in_progress', 'completed'],
  ['completed'],
  ['in_progress'],
  ['cancelled'],
  [],
];

const ROUNDS = 5;

/** Tasks over four weeks: the same work in five rounds. Older tasks are mostly completed; the last round is open. */
export const DEMO_TASKS: DemoTask[] = Array.from({ length: ROUNDS }).flatMap((_, round) =>
  WORK.map((work, at) => ({
    ...work,
    days_ago: 28 - round * 5.6 - at * 0.7,
    moves: round === ROUNDS - 1 ? [] : (COURSES[(round + at) % COURSES.length] ?? []),
  })),
);

/** Work orders that an external system creates over the API in the last two days. */
export const DEMO_WORK_ORDERS = [
  { hours_ago: 43, title: 'Grease the bearings of fan 2', external_id: 'WO-1042', priority: 'medium' },
  { hours_ago: 30, title: 'Replace the belt of conveyor 4', external_id: 'WO-1043', priority: 'high' },
  { hours_ago: 19, title: 'Check the oil of gearbox 1', external_id: 'WO-1044', priority: 'low' },
  { hours_ago: 8, title: 'Tighten the guard of press 3', external_id: 'WO-1045', priority: 'urgent' },
  { hours_ago: 3, title: 'Swap the sensor of gate 5', external_id: 'WO-1046', priority: 'medium' },
] as const;

export const DEMO_INTEGRATION = {
  provider: 'Field Service Cloud',
  orders: [
    { days_ago: 9, title: 'Yearly service of lift 1', external_id: 'FS-8841', status: 'completed' },
    { days_ago: 4, title: 'Noise in the gear of lift 2', external_id: 'FS-8902', status: 'in_progress' },
    { days_ago: 1.2, title: 'Replace the door sensor of lift 1', external_id: 'FS-8915' },
  ],
} as const;

/** The values of the demo submissions. The third submission is incomplete. */
export const DEMO_SUBMISSIONS = [
  { truck: 'FT-03', hours: 4_118.5, brakes: true, forks: 'good', missing_parts: [], remarks: '' },
  { truck: 'FT-05', hours: 2_207, brakes: true, forks: 'worn', missing_parts: ['mirror'] },
  { truck: 'FT-03', hours: 4_126, forks: 'good', remarks: 'Left before the brakes were tested.' },
  { truck: 'FT-01', hours: 9_870.5, brakes: false, forks: 'replace', missing_parts: ['horn', 'light'] },
];
