import { Type, type Static } from '../../../lib/schema/type.ts';
import type { Context } from '../../../access/context.ts';
import { operation } from '../../../doors/credential.ts';
import { plural } from '../../../lib/text/plural.ts';
import { Answer } from '../../../lib/schema/schema.ts';
import { DeliveryDetail, DeliveryRef, type Attempt } from './contract.ts';
import { readDelivery } from './deliveries.ts';

const { body: _body, ...shown } = DeliveryDetail.properties;
const DeliveryExplanation = Answer({
  explanation: Type.String({ description: 'The result of the delivery and the reason, in two sentences.' }),
  ...shown,
});
type DeliveryExplanation = Static<typeof DeliveryExplanation>;

/** An operation without an HTTP path. Only the MCP tool `explain_delivery` runs it. */
export const explainDeliveryOperation = operation({
  operation_id: 'explainDelivery',
  summary: 'Explain the result of a delivery',
  scope: 'manage:webhooks',
  query: DeliveryRef,
  answer: DeliveryExplanation,
  errors: ['NOT_FOUND'],
  handle: async (ctx, { query }) => explain(ctx, query),
});

async function explain(ctx: Context, ref: DeliveryRef): Promise<DeliveryExplanation> {
  const { body: _sent, ...delivery } = await readDelivery(ctx, ref);
  return {
    explanation: `${describeState(delivery)} ${describeLastAttempt(delivery.log.at(-1))}`,
    ...delivery,
  };
}

function describeState({ state, attempts, due_at }: Omit<DeliveryDetail, 'body'>): string {
  const tries = plural(attempts, 'attempt');
  switch (state) {
    case 'delivered':
      return `Delivered with ${tries}.`;
    case 'failed':
      return `Failed permanently after ${tries}.`;
    case 'cancelled':
      return `Cancelled after ${tries}, because the endpoint was deleted or its app lost its access.`;
    case 'pending':
      return `Waiting after ${tries}; the next is due at ${due_at}.`;
  }
}

function describeLastAttempt(attempt: Attempt | undefined): string {
  if (!attempt) return 'Nothing was sent yet.';
  const { outcome, status, total_ms } = attempt;
  const answered = status === null ? '' : ` with status ${status}`;
  return `The last attempt ended as "${outcome}"${answered} after ${Math.round(total_ms)} ms.`;
}
