import type { TSchema } from '../lib/schema/type.ts';
import type { AnonymousCaller } from '../access/anonymousCaller.ts';
import { clientAddressOf } from '../lib/http/address.ts';
import { ANONYMOUS_BODY_LIMITS } from '../lib/http/bounds.ts';
import {
  declareOperation,
  type IncomingRequest,
  type CallerKind,
  type OperationDeclaration,
  type ReferenceMembers,
  type Operation,
} from './declaration.ts';
import { requestServicesOf } from './services.ts';

/** Declares an operation that requires no API key or sign-in. It can authenticate the caller by the request body. */
export function anonymousOperation<Q extends TSchema, B extends TSchema, A extends TSchema>(
  declaration: Omit<OperationDeclaration<AnonymousCaller, Q, B, A>, 'scope' | 'denied'> & ReferenceMembers,
): Operation {
  return declareOperation(openCaller, declaration);
}

const openCaller: CallerKind<number, AnonymousCaller> = {
  asks_for: 'nothing',
  boundsOf: () => ANONYMOUS_BODY_LIMITS,
  identify: async () => performance.now(),
  async run(arrived_ms, useCase, arrival, { status }) {
    const answer = await useCase(guestOf(arrival, arrived_ms));
    return { status, text: JSON.stringify(answer), replayed: false };
  },
};

function guestOf({ request, services }: IncomingRequest, arrived_ms: number): AnonymousCaller {
  return {
    ...requestServicesOf(services, request),
    authorization: request.raw.headersDistinct['authorization'] ?? [],
    address: clientAddressOf(request),
    waited_ms: () => performance.now() - arrived_ms,
  };
}
