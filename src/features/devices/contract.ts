import { Type, type Static } from '../../lib/schema/type.ts';
import { About, Answer, Nullable, OneOf, Person, Uuid } from '../../lib/schema/schema.ts';
import { ActiveForm } from '../forms/contract.ts';
import { ShownProcedure } from '../procedures/contract.ts';
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

export const Manifest = Answer(
  {
    seat: SeatOfDevice,
    user: About('The user who wears the glasses. Null if the seat has no user.', Nullable(Person)),
    roles: Type.Array(OneOf(['trainer', 'trainee']), {
      description: 'The roles that the seat can be used for.',
    }),
    bundle: About('The bundle of the seat; null where it has none.', Nullable(BundleOfDevice)),
    tasks: Type.Array(Task, { description: 'The open tasks of the user, and those of nobody.' }),
    skills: Type.Array(SkillOfDevice, { description: 'The skills to execute.' }),
    forms: Type.Array(ActiveForm, { description: 'The active forms of the account.' }),
    procedures: Type.Array(ShownProcedure, {
      description: 'The approved procedures that the wearer can learn from.',
    }),
  },
  { title: 'Manifest', description: 'The seat of the glasses, their user, and the work to show.' },
);
export type Manifest = Static<typeof Manifest>;
