import type { Actor } from './context.ts';

/** Where a task comes from, told by who made it: an agent works through the API, and the system makes none. */
export function sourceOf(actor: Actor): 'manual' | 'api' | 'integration' {
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

/** Who changed a task, as events name it. */
export function changedBy(actor: Actor): 'session' | 'user' | 'integration' | 'api' {
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

/** The user who acts as such; null for every other kind of actor. */
export function userOf(actor: Actor): string | null {
  return actor.kind === 'user' ? actor.user_id : null;
}

/** What an actor is known by in what is written down of its acts. */
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
