import type { TSchema } from '../lib/schema/type.ts';
import type { AnonymousCaller } from '../access/anonymousCaller.ts';
import { addressOf } from '../lib/http/address.ts';
import { OPEN_BODY } from '../lib/http/bounds.ts';
import {
  declareOperation,
  type IncomingRequest,
  type CallerKind,
  type Declaration,
  type NamedSchema,
  type Operation,
} from './declaration.ts';
import { servicesOf } from './services.ts';

/** An operation without a credential in the header; a proof, if any, is in the body. */
export function openOperation<Q extends TSchema, B extends TSchema, A extends TSchema>(
  declaration: Omit<Declaration<AnonymousCaller, Q, B, A>, 'scope' | 'denied'> & NamedSchema,
): Operation {
  return declareOperation(openCaller, declaration);
}

const openCaller: CallerKind<number, AnonymousCaller> = {
  asks_for: 'nothing',
  boundsOf: () => OPEN_BODY,
  identify: async () => performance.now(),
  async run(arrived_ms, verb, arrival, { status }) {
    const answer = await verb(guestOf(arrival, arrived_ms));
    return { status, text: JSON.stringify(answer), replayed: false };
  },
};

function guestOf({ request, services }: IncomingRequest, arrived_ms: number): AnonymousCaller {
  return {
    ...servicesOf(services, request),
    authorization: request.raw.headersDistinct['authorization'] ?? [],
    address: addressOf(request),
    waited_ms: () => performance.now() - arrived_ms,
  };
}
