import { Type } from 'typebox';
import { Answer } from '../../lib/schema.ts';

export const InvitedAgain = Answer({ invited: Type.Literal(true) });
