import assert from 'node:assert/strict';
import { describeCredential, operationsOf } from '../../../src/features/reference/operations.ts';
import { exampleBody, exampleUrl } from '../../../src/features/reference/sampleRequest.ts';
import { sdkSamples, type SdkSamples } from '../../../src/features/reference/sdkSamples.ts';
import type { ApiDocument } from '../../../src/lib/schema/openapi.ts';

type OperationSamples = {
  path: string;
  name: string;
  method: string;
  url: string;
  body: unknown;
  /** What the service answers in the document. */
  answer: unknown;
  /** Undefined where the SDKs do not speak to that door. */
  samples: SdkSamples | undefined;
};

/** Every operation with what its samples by the SDKs should send. */
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
      samples: sdkSamples(operation, { url, credential: describeCredential(operation), body }),
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
