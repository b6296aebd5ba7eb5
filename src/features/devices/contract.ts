import { Type, type Static } from 'typebox';
import { Answer, Nullable, OneOf, Uuid } from '../../lib/schema.ts';
import { ActiveForm } from '../forms/contract.ts';
import { ShownProcedure } from '../procedures/contract.ts';
import { Task } from '../tasks/contract.ts';

export const Manifest = Answer({
  seat: Answer({ id: Uuid, device_name: Type.String() }),
  user: Nullable(Answer({ user_id: Uuid, name: Type.String() })),
  roles: Type.Array(OneOf(['trainer', 'trainee'])),
  bundle: Nullable(Answer({ id: Uuid, name: Type.String() })),
  tasks: Type.Array(Task),
  skills: Type.Array(
    Answer({ id: Uuid, name: Type.String(), description: Type.String(), arguments_schema: Type.Object({}) }),
  ),
  forms: Type.Array(ActiveForm),
  procedures: Type.Array(ShownProcedure),
});
export type Manifest = Static<typeof Manifest>;
