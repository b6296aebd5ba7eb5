import { resource, type Resource } from '../../doors/declaration.ts';
import { consoleOperation } from '../../doors/session.ts';
import { InvitedAgain } from '../invitations/contract.ts';
import { inviteAgain } from '../invitations/invitations.ts';
import { PersonAccess } from './access/contract.ts';
import { Invited, UserFilter, UserPage, UserRef } from './contract.ts';
import {
  InvitationCancelled,
  NewPerson,
  PersonChanged,
  PersonChanges,
  PersonFilter,
  PersonPage,
} from './people/contract.ts';
import { cancelInvitation, changePerson, listPeople, readAccess } from './people/people.ts';
import { invitePerson, listUsers } from './users.ts';

const users = resource(
  '/users',
  {
    GET: consoleOperation({
      summary: 'List people to choose from',
      role: 'member',
      query: UserFilter,
      answer: UserPage,
      handle: (ctx, { query }) => listUsers(ctx, query),
    }),
  },
  { tag: 'People' },
);

const people = resource(
  '/people',
  {
    GET: consoleOperation({
      summary: 'List people with their access and invitations',
      role: 'member',
      query: PersonFilter,
      answer: PersonPage,
      handle: (ctx, { query }) => listPeople(ctx, query),
    }),
    POST: consoleOperation({
      summary: 'Invite somebody',
      role: 'admin',
      body: NewPerson,
      answer: Invited,
      status: 201,
      handle: (ctx, { body: { access, ...person } }) =>
        invitePerson(ctx, { ...person, is_admin: access === 'admin' }),
    }),
    PATCH: consoleOperation({
      summary: 'Change what somebody may do, deactivate or reactivate them',
      role: 'admin',
      query: UserRef,
      body: PersonChanges,
      answer: PersonChanged,
      handle: (ctx, { query, body }) => changePerson(ctx, query.user_id, body),
    }),
  },
  { tag: 'People' },
);

const access = resource(
  '/people/access',
  {
    GET: consoleOperation({
      summary: 'List what somebody let in: keys that they made, apps that they allowed',
      role: 'admin',
      query: UserRef,
      answer: PersonAccess,
      handle: (ctx, { query }) => readAccess(ctx, query.user_id),
    }),
  },
  { tag: 'People' },
);

const invitation = resource(
  '/people/invitation',
  {
    POST: consoleOperation({
      summary: 'Invite somebody again',
      role: 'admin',
      query: UserRef,
      answer: InvitedAgain,
      handle: (ctx, { query }) => inviteAgain(ctx, query.user_id),
    }),
    DELETE: consoleOperation({
      summary: 'Cancel an invitation',
      role: 'admin',
      query: UserRef,
      answer: InvitationCancelled,
      handle: (ctx, { query }) => cancelInvitation(ctx, query.user_id),
    }),
  },
  { tag: 'People' },
);

export const usersConsole: readonly Resource[] = [users, people, access, invitation];
