import type { Context } from '../../../access/context.ts';
import { plainAddress } from '../../../lib/mail/emailAddress.ts';
import { badRequest, Failure } from '../../../lib/errors.ts';
import { userReasons } from '../reasons.ts';
import { meetsRule, type TextRule } from '../../../lib/schema/rules.ts';
import { DEVICE_NAME_RULE, SEAT_ROLES } from '../../seats/rules.ts';
import { FULL_NAME_RULE, PLAIN_EMAIL_RULE } from '../rules.ts';
import { findInviteConflict } from '../sql/people.ts';
import { inviteUserFromDashboard } from '../users.ts';
import type {
  InvitationResult,
  InvitationResults,
  PastedPeople,
  InvitationLine,
  SeatOfNewUser,
} from './contract.ts';

/** Invites each person in a separate transaction, so that an invalid line does not affect the others. */
export async function inviteUsers(ctx: Context, { people }: PastedPeople): Promise<InvitationResults> {
  const seen = new Set<string>();
  const lines: InvitationResult[] = [];
  for (const person of people) {
    const line = trimmed(person);
    const judged = await inviteLine(ctx, line, seen);
    lines.push({ email: line.email, full_name: line.full_name, ...judged });
    if (judged.state !== 'refused') seen.add(line.email);
  }
  return { lines };
}

type LineResult = Pick<InvitationResult, 'state' | 'user_id' | 'fault' | 'details' | 'link'>;

async function inviteLine(
  ctx: Context,
  line: InvitationLine,
  seen: ReadonlySet<string>,
): Promise<LineResult> {
  const fault = faultOf(line);
  if (fault !== undefined) return refused(fault);
  if (seen.has(line.email)) return verdict('repeated');
  const known = await findKnown(ctx, line.email);
  if (known) return known;
  try {
    const { user_id, link } = await inviteUserFromDashboard(ctx, asUser(line));
    return { state: 'invited', user_id, fault: null, details: null, link };
  } catch (error) {
    if (!(error instanceof Failure)) throw error;
    if (error.code !== 'CONFLICT') return refused(error);
    // A client can send a list twice at the same time, so the user may exist now.
    return (await findKnown(ctx, line.email)) ?? verdict('known');
  }
}

async function findKnown({ db, account_id }: Context, email: string): Promise<LineResult | undefined> {
  const standing = await findInviteConflict(db, account_id, email);
  return standing && verdict(standing === 'invited' ? 'waiting' : 'known');
}

function refused({ message, details }: Failure): LineResult {
  return { state: 'refused', user_id: null, fault: message, details: details ?? null, link: null };
}

function verdict(state: InvitationResult['state']): LineResult {
  return { state, user_id: null, fault: null, details: null, link: null };
}

const ACCESSES = ['admin', 'member'];

/** Validates a line like a single invitation, and returns the first error. */
function faultOf({ email, full_name, access, device_name, role }: InvitationLine): Failure | undefined {
  const wants = (field: string, text: string, { rule, ...bounds }: TextRule) =>
    meetsRule(text, { rule, ...bounds }) ? undefined : badRequest(field, rule);
  return (
    wants('email', email, PLAIN_EMAIL_RULE) ??
    wants('full_name', full_name, FULL_NAME_RULE) ??
    (ACCESSES.includes(access || 'member') ? undefined : badRequest('access', userReasons.access_word)) ??
    (device_name === '' ? undefined : wants('device_name', device_name, DEVICE_NAME_RULE)) ??
    (rolesOf(role) ? undefined : badRequest('roles', userReasons.role_words)) ??
    (role !== '' && device_name === '' ? badRequest('device_name', userReasons.role_without_seat) : undefined)
  );
}

function asUser({ email, full_name, access, device_name, role }: InvitationLine) {
  const person = { email, full_name, is_admin: access === 'admin' };
  const roles = rolesOf(role);
  return device_name === '' || !roles ? person : { ...person, seat: { device_name, roles } };
}

/** Parses the roles of a line: trainee if empty, undefined if it contains an unknown word. */
function rolesOf(role: string): SeatOfNewUser['roles'] | undefined {
  const words = role.split(/[^a-z]+/).filter((word) => word !== '' && word !== 'and');
  if (words.length === 0) return role === '' ? ['trainee'] : undefined;
  const roles = SEAT_ROLES.filter((one) => words.includes(one));
  return words.every((word) => SEAT_ROLES.some((one) => one === word)) ? roles : undefined;
}

function trimmed({ email, full_name, access, device_name, role }: InvitationLine): InvitationLine {
  return {
    email: plainAddress(email.trim()),
    full_name: full_name.trim(),
    access: access.trim().toLowerCase(),
    device_name: device_name.trim(),
    role: role.trim().toLowerCase(),
  };
}
