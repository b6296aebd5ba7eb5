import { Type, type Static } from 'typebox';
import { Nullable, OneOf, Uuid } from '../../lib/schema.ts';
import { ActiveForm } from '../forms/contract.ts';
import { ShownProcedure } from '../procedures/contract.ts';
import { Task } from '../tasks/contract.ts';

const closed = { additionalProperties: false };

export const Manifest = Type.Object(
  {
    seat: Type.Object({ id: Uuid, device_name: Type.String() }, closed),
    user: Nullable(Type.Object({ user_id: Uuid, name: Type.String() }, closed)),
    roles: Type.Array(OneOf(['trainer', 'trainee'])),
    bundle: Nullable(Type.Object({ id: Uuid, name: Type.String() }, closed)),
    tasks: Type.Array(Task),
    skills: Type.Array(
      Type.Object(
        { id: Uuid, name: Type.String(), description: Type.String(), arguments_schema: Type.Object({}) },
        closed,
      ),
    ),
    forms: Type.Array(ActiveForm),
    procedures: Type.Array(ShownProcedure),
  },
  closed,
);
export type Manifest = Static<typeof Manifest>;
