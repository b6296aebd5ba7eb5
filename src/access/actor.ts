import type { Actor } from './context.ts';

/** The `source` of a task that this actor creates. Agents use the API; staff and the system create no tasks. */
export function taskSourceOf(actor: Actor): 'manual' | 'api' | 'integration' {
  switch (actor.kind) {
    case 'api':
    case 'agent':
      return 'api';
    case 'integration':
      return 'integration';
    case 'user':
    case 'session':
    case 'device':
      return 'manual';
    case 'staff':
    case 'system':
      throw new Error(`the ${actor.kind} creates no tasks`);
  }
}

/** The `changed_by` of the event that this actor causes. */
export function changedByOf(actor: Actor): 'session' | 'user' | 'integration' | 'api' {
  switch (actor.kind) {
    case 'api':
    case 'agent':
      return 'api';
    case 'integration':
    case 'user':
    case 'session':
      return actor.kind;
    case 'device':
      return 'session';
    case 'staff':
    case 'system':
      throw new Error(`the ${actor.kind} changes no tasks`);
  }
}

/** The id of an acting user; null for other actors. */
export function userIdOf(actor: Actor): string | null {
  return actor.kind === 'user' ? actor.user_id : null;
}

/** The id that audit entries and history store for an actor. */
export function actorIdOf(actor: Actor): string | null {
  switch (actor.kind) {
    case 'api':
    case 'agent':
      return actor.credential_id;
    case 'user':
    case 'session':
    case 'staff':
      return actor.user_id;
    case 'integration':
      return actor.integration_id;
    case 'device':
      return actor.seat_id;
    case 'system':
      return null;
  }
}
