import assert from 'node:assert/strict';
import { test } from 'node:test';
import { s3Url, sha256, s3SignatureHeaders } from '../../../src/lib/files/s3Signature.ts';

/** The account and the time of the examples in Amazon's documentation of Signature Version 4. */
const ACCOUNT = {
  access_key: 'AKIAIOSFODNN7EXAMPLE',
  secret_key: 'wJalrXUtnFEMI/K7MDENG/bPxRfiCYEXAMPLEKEY',
  region: 'us-east-1',
};
const NOW = new Date('2013-05-24T00:00:00.000Z');
const ORIGIN = 'https://examplebucket.s3.amazonaws.com';

test('a request has the signature of the example in the specification', () => {
  const url = s3Url(ORIGIN, [''], { prefix: 'J', 'max-keys': '2' });
  const headers = s3SignatureHeaders({ method: 'GET', url, payload_sha256: sha256('') }, ACCOUNT, NOW);
  assert.deepEqual(headers, {
    'x-amz-content-sha256': sha256(''),
    'x-amz-date': '20130524T000000Z',
    Authorization:
      'AWS4-HMAC-SHA256 Credential=AKIAIOSFODNN7EXAMPLE/20130524/us-east-1/s3/aws4_request, ' +
      'SignedHeaders=host;x-amz-content-sha256;x-amz-date, ' +
      'Signature=34b48302e7b5fa45bde8084f4b7868a86f0a534bc59db6670ed5711ef69dc6f7',
  });
});

test('a path and a query are encoded as the signature requires', () => {
  const url = s3Url('https://s3.example.com', ['files', 'a b', "it's (1)*"], { z: 'ü', a: 'x/y' });
  assert.equal(url.href, 'https://s3.example.com/files/a%20b/it%27s%20%281%29%2A?a=x%2Fy&z=%C3%BC');
});
