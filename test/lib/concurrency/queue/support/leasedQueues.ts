import { DELETION_QUEUE } from '../../../../../src/features/deletions/deletions.ts';
import { THUMBNAIL_QUEUE } from '../../../../../src/features/forms/files/thumbnails.ts';
import { uploadDocument } from '../../../../../src/features/knowledge/documents.ts';
import { DOCUMENT_QUEUE } from '../../../../../src/features/knowledge/reading.ts';
import { MAIL_QUEUE } from '../../../../../src/features/mail/mail.ts';
import { drawPng } from '../../../../support/pictures.ts';
import type { Claimed } from '../../../../../src/lib/concurrency/queue/leaseStatements.ts';
import type {
  LeasedQueue,
  QueueDeclaration,
  QueueWork,
} from '../../../../../src/lib/concurrency/queue/leasedQueue.ts';
import type { Tenant } from '../../../../support/world.ts';

type Shape = Omit<QueueDeclaration<Claimed, QueueWork>, 'work' | 'onFailure' | 'andOpen'>;

type Subject = {
  shape: Shape;
  /** Queues one item by the verb of its feature. */
  add: (tenant: Tenant, at: number) => Promise<unknown>;
};

/** What the queue declares, without its own work. */
function shapeOf<Item extends Claimed, Work extends QueueWork>({
  declaration,
}: LeasedQueue<Item, Work>): Shape {
  const { table, key, lease, due, name, lease_ms, at_once, takes_turns = false } = declaration;
  const { onClaim = () => ({}), onPutBack = {} } = declaration;
  return { table, key, lease, due, name, lease_ms, at_once, takes_turns, onClaim, onPutBack, columns: [] };
}

export const LEASED_QUEUES: readonly Subject[] = [
  {
    shape: shapeOf(MAIL_QUEUE),
    async add(tenant, at) {
      const email = `m${at}@${tenant.account_id}.example.com`;
      const api = await tenant.api();
      await api.post('/v1/api-tenant-users', { email, full_name: 'Mo', roles: ['admin'] });
    },
  },
  {
    shape: shapeOf(DELETION_QUEUE),
    async add(tenant) {
      const glasses = await tenant.device();
      const { body } = await glasses.post('/device/v1/sessions', { role: 'trainer' });
      const api = await tenant.api();
      await api.delete(`/v1/api-tenant-sessions?session_id=${body.id}`);
    },
  },
  {
    shape: shapeOf(THUMBNAIL_QUEUE),
    async add(tenant, at) {
      const template_image_base64 = drawPng(40, 30).toString('base64');
      const api = await tenant.api();
      await api.post('/v1/api-tenant-forms', { name: `F${at}`, template_image_base64 });
    },
  },
  {
    shape: shapeOf(DOCUMENT_QUEUE),
    add: (tenant, at) =>
      uploadDocument(tenant.ctx(), { name: `d${at}.txt`, content: Buffer.from('The pump') }),
  },
];
