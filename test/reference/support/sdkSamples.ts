import assert from 'node:assert/strict';
import { credentialVariable, operationsOf } from '../../../src/features/reference/operations.ts';
import { exampleBody, exampleUrl } from '../../../src/features/reference/sampleRequest.ts';
import { buildSdkSamples, type SdkSamples } from '../../../src/features/reference/sdkSamples.ts';
import type { ApiDocument } from '../../../src/lib/schema/openapi.ts';

type OperationSamples = {
  path: string;
  name: string;
  method: string;
  url: string;
  body: unknown;
  /** The answer in the document. */
  answer: unknown;
  /** Undefined if the SDKs do not support the operation's door. */
  samples: SdkSamples | undefined;
};

/** Lists all operations with the requests that their SDK samples should send. */
export function listSdkSamples(document: ApiDocument): OperationSamples[] {
  return operationsOf(document).map(({ path, method, operation }) => {
    const [url, body] = [exampleUrl(document, path, operation), exampleBody(operation)];
    const [, done] = Object.entries(operation.responses).find(([status]) => status.startsWith('2')) ?? [];
    return {
      path,
      name: operation.operationId ?? path,
      method,
      url,
      body,
      answer: done?.content?.['application/json']?.example,
      samples: buildSdkSamples(operation, { url, credential: credentialVariable(operation), body }),
    };
  });
}

type Sent = { method: string; url: URL; body: unknown };

export function assertSent(
  sent: Sent | undefined,
  { name, method, url, body }: Omit<OperationSamples, 'samples'>,
): void {
  assert.deepEqual([sent?.method, sent?.body], [method, body], name);
  const asked = new URL(url);
  assert.equal(sent?.url.pathname, asked.pathname, name);
  for (const [member, value] of asked.searchParams)
    assert.equal(sent?.url.searchParams.get(member), value, `${name}: ${member}`);
}
