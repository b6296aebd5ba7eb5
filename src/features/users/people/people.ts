import { userOf } from '../../../access/actor.ts';
import type { Context } from '../../../access/context.ts';
import { badRequest, forbidden, notFound } from '../../../lib/errors.ts';
import { transaction, type Transaction } from '../../../lib/sql.ts';
import { audit } from '../../../audit/audit.ts';
import { withdrawInvitation } from '../../invitations/invitations.ts';
import { endAccess, listAccess, type AccessKept } from '../access/access.ts';
import type { PersonAccess } from '../access/contract.ts';
import { isUser } from '../sql/users.ts';
import { applyStatus } from '../users.ts';
import type { PersonChanges, PersonFilter, PersonPage } from './contract.ts';
import * as queries from '../sql/people.ts';

/** Everybody of the account, with what only its own people are told. */
export async function listPeople({ db, account_id }: Context, filter: PersonFilter): Promise<PersonPage> {
  const { people, total } = await queries.listPeople(db, account_id, filter);
  return { people, total, limit: filter.limit, offset: filter.offset };
}

/** Nobody changes their own access, so that an account keeps the admin who changed the others'. */
export async function changePerson(
  ctx: Context,
  id: string,
  { access, status, keep_access = false }: PersonChanges,
): Promise<{ changed: true }> {
  await transaction(ctx.db, async (tx) => {
    await assertGoverns(tx, ctx, id);
    if (access) await changeAccess(tx, ctx, id, { access, keep_access });
    if (status) await applyStatus(tx, ctx, id, { status, keep_access });
  });
  return { changed: true };
}

/** What would end with somebody's access, so that whoever takes it away can look first. */
export async function readAccess(ctx: Context, id: string): Promise<PersonAccess> {
  if (!(await isUser(ctx.db, ctx.account_id, id))) throw notFound('Person');
  return listAccess(ctx, id);
}

/** The link stops working and the person leaves; their address stays theirs, so they may be asked again. */
export async function cancelInvitation(ctx: Context, id: string): Promise<{ cancelled: true }> {
  await transaction(ctx.db, async (tx) => {
    await withdrawInvitation(tx, ctx.account_id, id);
    await applyStatus(tx, ctx, id, { status: 'inactive' });
    await audit(tx, ctx, { action: 'user.invitation_cancelled', target_id: id });
  });
  return { cancelled: true };
}

type AccessChange = AccessKept & { access: 'admin' | 'member' };

async function changeAccess(tx: Transaction, ctx: Context, id: string, { access, ...kept }: AccessChange) {
  if (!(await queries.setAdmin(tx, ctx.account_id, id, access === 'admin'))) return;
  const ended = access === 'member' ? await endAccess(tx, ctx, id, kept) : {};
  await audit(tx, ctx, { action: 'user.access_changed', target_id: id, details: { access, ...ended } });
}

/** Both are held: of two admins who take each other's access at once, one comes too late. */
async function assertGoverns(tx: Transaction, { account_id, actor }: Context, id: string): Promise<void> {
  const actor_id = userOf(actor);
  if (id === actor_id) throw badRequest('user_id: this is you, ask another admin');
  const people = await queries.lockPeople(tx, account_id, actor_id === null ? [id] : [id, actor_id]);
  if (!people.some((person) => person.id === id)) throw notFound('Person');
  const acting = people.find((person) => person.id === actor_id);
  if (acting && !acting.governs) throw forbidden('This needs an admin of the account');
}
