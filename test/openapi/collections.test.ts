/* Postman and Bruno collections, and the OpenAPI 3.0 document: each has every operation of the OpenAPI document. */
import assert from 'node:assert/strict';
import { test } from 'node:test';
import { openWorld } from '../support/world.ts';
import { operationsIn, type DocumentPart } from './support/document.ts';

const world = await openWorld();
const tenant = await world.account();
const api = await tenant.api();
const read = async (path: string): Promise<DocumentPart> => {
  const { status, body } = await world.nobody.get(path);
  assert.equal(status, 200, path);
  return body;
};
const document = await read('/v1/openapi.json');
const older = await read('/v1/openapi-3.0.json');
const postman = await read('/v1/postman.json');
const bruno = await read('/v1/bruno.json');
const url = document['servers'][0].url;
const expected = operationsIn(document)
  .map(({ path, method }) => `${method.toUpperCase()} ${path}`)
  .toSorted();

type Request = { method: string; url: string; token: string | undefined; body: unknown; headers: unknown };

const ofPostman: Request[] = postman['item'].flatMap(({ item }: DocumentPart) =>
  item.map(({ request }: DocumentPart) => ({
    method: request.method,
    url: request.url.raw,
    token: tokenOfPostman(request.auth),
    body: request.body && JSON.parse(request.body.raw),
    headers: request.header.map(({ key, value }: DocumentPart) => [key, value]),
  })),
);

function tokenOfPostman(auth: DocumentPart | undefined): string | undefined {
  if (!auth) return '{{token}}';
  return auth['type'] === 'noauth' ? undefined : auth['bearer'][0].value;
}

const ofBruno: Request[] = bruno['items'].flatMap(({ items }: DocumentPart) =>
  items.map(({ request }: DocumentPart) => ({
    method: request.method,
    url: request.url,
    token: request.auth.bearer?.token,
    body: request.body.json && JSON.parse(request.body.json),
    headers: request.headers.map(({ name, value }: DocumentPart) => [name, value]),
  })),
);

test('both collections have each operation once, with the same requests', () => {
  for (const requests of [ofPostman, ofBruno])
    assert.deepEqual(
      requests
        .map((request) => `${request.method} ${request.url.replace('{{base_url}}', '').split('?')[0]}`)
        .toSorted(),
      expected,
    );
  assert.deepEqual(ofBruno, ofPostman);
});

test('each request has the credential that its operation takes', () => {
  for (const { method, url: address, token } of ofPostman) {
    const [path = ''] = address.replace('{{base_url}}', '').split('?');
    const { security } = document['paths'][path][method.toLowerCase()];
    const schemes = security.flatMap(Object.keys);
    const wanted =
      schemes.length === 0
        ? undefined
        : schemes.includes('apiKey')
          ? '{{token}}'
          : schemes.includes('deviceToken')
            ? '{{device_token}}'
            : '{{integration_secret}}';
    assert.equal(token, wanted, address);
  }
});

test('every variable of a request is declared, and secrets are empty', () => {
  const declared = new Map<string, string>(
    postman['variable'].map(({ key, value }: DocumentPart) => [key, value]),
  );
  assert.deepEqual(
    [...declared].filter(([, value]) => value !== ''),
    [['base_url', url]],
  );
  for (const text of [JSON.stringify(postman), JSON.stringify(bruno)])
    for (const [, name = ''] of text.matchAll(/\{\{(\w+)\}\}/g)) assert.ok(declared.has(name), name);
  for (const { variables } of bruno['environments'])
    assert.deepEqual(
      variables.map(({ name }: DocumentPart) => name).toSorted(),
      [...declared.keys()].toSorted(),
    );
});

test('OAuth has the addresses and scopes of the document, with PKCE', () => {
  const { authorizationCode } = document['components'].securitySchemes.accessToken.flows;
  const scope = Object.keys(authorizationCode.scopes).join(' ');
  const { authUrl, accessTokenUrl, grant_type, ...more } = Object.fromEntries(
    postman['auth'].oauth2.map(({ key, value }: DocumentPart) => [key, value]),
  );
  const { oauth2 } = bruno['root'].request.auth;
  for (const found of [
    [authUrl, accessTokenUrl, more['scope']],
    [oauth2.authorizationUrl, oauth2.accessTokenUrl, oauth2.scope],
  ])
    assert.deepEqual(found, [authorizationCode.authorizationUrl, authorizationCode.tokenUrl, scope]);
  assert.deepEqual([grant_type, oauth2.pkce], ['authorization_code_with_pkce', true]);
});

test('201 for a request of the collection as a tool sends it', async () => {
  const request = ofPostman.find(
    ({ method, url: address }) => `${method} ${address}` === 'POST {{base_url}}/v1/api-tenant-tasks',
  );
  assert.deepEqual(request?.headers, [['Idempotency-Key', '{{$guid}}']]);
  const { status } = await api.post('/v1/api-tenant-tasks', request?.body);
  assert.equal(status, 201);
});

test('the reference page and the index for language models link to every document', async () => {
  for (const page of ['/docs', '/llms.txt']) {
    const { text } = await world.nobody.get(page);
    for (const path of ['openapi.json', 'openapi-3.0.json', 'postman.json', 'bruno.json'])
      assert.ok(text.includes(`/v1/${path}`), `${page} ${path}`);
  }
});

/** Keywords of OpenAPI 3.1 in schemas, which 3.0 does not have, and references with siblings. */
function listFaults(part: unknown, place = ''): string[] {
  if (Array.isArray(part)) return part.flatMap((one, at) => listFaults(one, `${place}/${at}`));
  if (typeof part !== 'object' || part === null) return [];
  const { type, $ref, ...rest }: DocumentPart = part;
  const found = [
    ...(Array.isArray(type) || type === 'null' ? ['type'] : []),
    ...['const', 'contentMediaType', 'webhooks', 'identifier'].filter(
      (name) => typeof rest[name] === 'string',
    ),
    ...($ref !== undefined && Object.keys(rest).length > 0 ? ['$ref'] : []),
  ];
  const inner = Object.entries(part).filter(([name]) => !/^examples?$/.test(name));
  return [
    ...found.map((name) => `${place}: ${name}`),
    ...inner.flatMap(([name, value]) => listFaults(value, `${place}/${name}`)),
  ];
}

test('the OpenAPI 3.0 document has the same operations, and no keyword that 3.0 lacks', () => {
  assert.equal(older['openapi'], '3.0.3');
  assert.deepEqual(
    operationsIn(older).map(({ operation }) => operation['operationId']),
    operationsIn(document).map(({ operation }) => operation['operationId']),
  );
  assert.deepEqual(Object.keys(older['x-webhooks']), Object.keys(document['webhooks']));
  assert.deepEqual(Object.keys(older['components'].schemas), Object.keys(document['components'].schemas));
  assert.deepEqual(listFaults(older), []);
  assert.ok(listFaults(document).length > 50);
});

test('a value that can be null is nullable in the OpenAPI 3.0 document', () => {
  const { Task } = older['components'].schemas;
  assert.equal(Task.properties.due_date.nullable, true);
  assert.equal(typeof Task.properties.due_date.type, 'string');
});
