import { userIdOf } from '../../../access/actor.ts';
import type { Context } from '../../../access/context.ts';
import { plainAddress } from '../../../lib/mail/emailAddress.ts';
import { badRequest, Failure } from '../../../lib/errors.ts';
import { userReasons } from '../reasons.ts';
import { meetsRule, type TextRule } from '../../../lib/schema/rules.ts';
import { DEVICE_NAME_RULE, parseSeatRoles } from '../../seats/rules.ts';
import { seatReasons } from '../../seats/reasons.ts';
import { FULL_NAME_RULE, PLAIN_EMAIL_RULE } from '../rules.ts';
import { findUserAccess } from '../sql/lists.ts';
import { findInviteConflict } from '../sql/people.ts';
import { inviteUserFromDashboard } from '../users.ts';
import { changeUser } from './people.ts';
import type { InvitationResult, InvitationResults, PastedPeople, InvitationLine } from './contract.ts';

/** Invites each person in a separate transaction, so that an invalid line does not affect the others. */
export async function inviteUsers(
  ctx: Context,
  { people, ...options }: PastedPeople,
): Promise<InvitationResults> {
  const seen = new Set<string>();
  const lines: InvitationResult[] = [];
  for (const person of people) {
    const line = trimmed(person);
    const judged = await inviteLine(ctx, line, { seen, ...options });
    lines.push({ email: line.email, full_name: line.full_name, ...judged });
    if (judged.state !== 'refused') seen.add(line.email);
  }
  return { lines };
}

type LineResult = Pick<InvitationResult, 'state' | 'user_id' | 'fault' | 'details' | 'link'>;

type LineOptions = Omit<PastedPeople, 'people'> & { seen: ReadonlySet<string> };

async function inviteLine(
  ctx: Context,
  line: InvitationLine,
  { seen, duplicates, dry_run }: LineOptions,
): Promise<LineResult> {
  const fault = faultOf(line);
  if (fault !== undefined) return refused(fault);
  if (seen.has(line.email)) return verdict('repeated');
  const known = await findKnown(ctx, line.email);
  if (known) return duplicates === 'update' ? updateKnown(ctx, line, known, dry_run) : known;
  if (dry_run) return verdict('invited');
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

/** Changes the access of a user who already exists in the account. The other values of the line are ignored. */
async function updateKnown(
  ctx: Context,
  { email, access }: InvitationLine,
  known: LineResult,
  dry_run = false,
): Promise<LineResult> {
  const user = await findUserAccess(ctx.db, ctx.account_id, email);
  if (!user || user.status === 'inactive' || access === '' || user.access === access) return known;
  if (user.id === userIdOf(ctx.actor)) return refused(badRequest('access', userReasons.own_user));
  const changed = { ...verdict('updated'), user_id: user.id };
  if (dry_run) return changed;
  try {
    await changeUser(ctx, user.id, { access: access === 'admin' ? 'admin' : 'member' });
    return changed;
  } catch (error) {
    if (error instanceof Failure) return refused(error);
    throw error;
  }
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
    (parseSeatRoles(role) ? undefined : badRequest('roles', seatReasons.role_words)) ??
    (role !== '' && device_name === '' ? badRequest('device_name', userReasons.role_without_seat) : undefined)
  );
}

function asUser({ email, full_name, access, device_name, role }: InvitationLine) {
  const person = { email, full_name, is_admin: access === 'admin' };
  const roles = parseSeatRoles(role);
  return device_name === '' || !roles ? person : { ...person, seat: { device_name, roles } };
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
