import { Type, type Static } from '../../lib/schema/type.ts';
import { About, Answer, Nullable, OneOf, Person, Uuid } from '../../lib/schema/schema.ts';
import { ActiveForm } from '../forms/contract.ts';
import { DeviceProcedure } from '../procedures/contract.ts';
import { Task } from '../tasks/contract.ts';

const SeatOfDevice = Answer(
  {
    id: About('The id of the seat.', Uuid),
    device_name: Type.String({ description: 'The name of the glasses.' }),
  },
  { title: 'DeviceSeat', description: 'The seat of the glasses.' },
);

const SkillOfDevice = Answer(
  {
    id: About('The id of the skill.', Uuid),
    name: Type.String({ description: 'The name of the skill.', examples: ['Search the manual'] }),
    description: Type.String({
      description: 'A description of the skill.',
      examples: ['Finds passages of the manual that answer a question.'],
    }),
    arguments_schema: Type.Unsafe<object>({
      type: 'object',
      description: 'The JSON Schema of its input.',
      examples: [{ type: 'object', properties: { query: { type: 'string' } }, required: ['query'] }],
    }),
  },
  { title: 'DeviceSkill', description: 'A skill that the glasses may execute.' },
);

const BundleOfDevice = Answer(
  {
    id: About('The id of the bundle.', Uuid),
    name: Type.String({ description: 'The name of the bundle.', examples: ['Maintenance basics'] }),
  },
  { title: 'DeviceBundle', description: 'The bundle of the seat.' },
);

export const DeviceManifest = Answer(
  {
    seat: SeatOfDevice,
    user: About('The user who wears the glasses. Null if the seat has no user.', Nullable(Person)),
    roles: Type.Array(OneOf(['trainer', 'trainee']), {
      description: 'The roles that the seat can be used for.',
    }),
    bundle: About('The bundle of the seat. Null without a bundle.', Nullable(BundleOfDevice)),
    tasks: Type.Array(Task, { description: 'The open tasks of the user, and the unassigned open tasks.' }),
    skills: Type.Array(SkillOfDevice, { description: 'The skills to execute.' }),
    forms: Type.Array(ActiveForm, { description: 'The active forms of the account.' }),
    procedures: Type.Array(DeviceProcedure, {
      description: 'The approved procedures that the wearer can learn from.',
    }),
  },
  { title: 'Manifest', description: 'The seat of the glasses, their user, and the work to show.' },
);
export type DeviceManifest = Static<typeof DeviceManifest>;
