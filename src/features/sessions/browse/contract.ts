import { Type, type Static } from 'typebox';
import { Answer, Input, Uuid } from '../../../lib/schema.ts';
import { Execution } from '../../skills/contract.ts';
import { Session, SessionFilter } from '../contract.ts';

export const BrowseFilter = Input({ ...SessionFilter.properties, user_id: Type.Optional(Uuid) });
export type BrowseFilter = Static<typeof BrowseFilter>;

/** A page of sessions with what their tasks are called. */
export const BrowsePage = Answer({
  sessions: Type.Array(Session),
  task_titles: Type.Record(Type.String(), Type.String()),
  total: Type.Integer(),
  limit: Type.Integer(),
  offset: Type.Integer(),
});
export type BrowsePage = Static<typeof BrowsePage>;

/** The skills that ran during a session, newest first. */
export const SkillCalls = Answer({ executions: Type.Array(Execution), has_more: Type.Boolean() });
export type SkillCalls = Static<typeof SkillCalls>;
