import { DELETION_QUEUE } from '../../../../../src/features/deletions/deletions.ts';
import { THUMBNAIL_QUEUE } from '../../../../../src/features/forms/files/thumbnails.ts';
import { uploadDocument } from '../../../../../src/features/knowledge/documents.ts';
import { DOCUMENT_QUEUE } from '../../../../../src/features/knowledge/reading.ts';
import { MAIL_QUEUE } from '../../../../../src/features/mail/mail.ts';
import { drawPng } from '../../../../support/pictures.ts';
import type { ClaimedItem } from '../../../../../src/lib/concurrency/queue/leaseStatements.ts';
import type {
  LeasedQueue,
  QueueDeclaration,
  QueueDependencies,
} from '../../../../../src/lib/concurrency/queue/declaration.ts';
import type { Tenant } from '../../../../support/world.ts';

type Shape = Omit<QueueDeclaration<ClaimedItem, QueueDependencies>, 'work' | 'onFailure' | 'andOpen'>;

type Subject = {
  shape: Shape;
  /** Queues an item with the use case of the feature. */
  add: (tenant: Tenant, at: number) => Promise<unknown>;
};

/** Returns the declaration of the queue without its own work. */
function shapeOf<Item extends ClaimedItem, Work extends QueueDependencies>({
  declaration,
}: LeasedQueue<Item, Work>): Shape {
  const { table, key, lease, due, name, lease_ms, concurrency_limit, one_per_account = false } = declaration;
  const { onClaim = () => ({}), onPutBack = {} } = declaration;
  return {
    table,
    key,
    lease,
    due,
    name,
    lease_ms,
    concurrency_limit,
    one_per_account,
    onClaim,
    onPutBack,
    columns: [],
  };
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
