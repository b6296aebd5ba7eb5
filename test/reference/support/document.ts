import { Type } from '../../../src/lib/schema/type.ts';
import type { Door } from '../../../src/doors/declaration.ts';
import { operation } from '../../../src/doors/credential.ts';
import { groupIntoResources, type Resource } from '../../../src/doors/declaration.ts';
import { taskRoutes } from '../../../src/features/tasks/routes.ts';
import { Input, Nullable, OneOf, Page, Uuid } from '../../../src/lib/schema/schema.ts';
import type { TokenPrefix } from '../../../src/access/tokens.ts';
import { describeApi } from '../../../src/openapi/openapi.ts';

/** Returns a document with several tags and doors, one of which the page does not know. */
export function sampleDocument() {
  const doors = [
    door('/v1', ['tak_', 'tao_'], [...taskRoutes, ...forms]),
    door('/device/v1', ['tad_'], deviceSessions),
    door('/open/v1', [], pairing),
  ];
  return describeApi(doors, 'https://ops.example.test', '1.2.3');
}

function door(prefix: string, prefixes: TokenPrefix[], resources: Resource[]): Door {
  const credentials = prefixes.map((prefix) => ({ prefix, identify: async () => null, noteUse() {} }));
  return { prefix, credentials, resources };
}

const Form = Type.Object({ id: Uuid, name: Type.String(), field_count: Type.Integer() });

const forms = groupIntoResources(
  { tag: 'Forms', about: 'Templates that people "fill in" & hand back.' },
  {
    'GET /api-tenant-forms': operation({
      operation_id: 'listForms',
      summary: 'List forms <b>',
      scope: 'read:forms',
      query: Input({ library: Type.Optional(Type.Boolean()), ...Page }),
      answer: Type.Object({ forms: Type.Array(Form) }),
      handle: async () => ({ forms: [] }),
    }),
    'DELETE /api-tenant-forms': operation({
      operation_id: 'deleteForm',
      summary: 'Delete a form',
      scope: 'manage:forms',
      query: Input({ id: Uuid }),
      answer: Type.Object({ deleted: Type.Boolean(), id: Uuid }),
      errors: ['NOT_FOUND'],
      handle: async (_ctx, { query }) => ({ deleted: true, id: query.id }),
    }),
  },
);

const deviceSessions = groupIntoResources(
  { tag: 'Device' },
  {
    'POST /sessions/complete': operation({
      operation_id: 'completeSession',
      summary: 'Complete a session',
      scope: null,
      body: Input({
        session_id: Uuid,
        status: OneOf(['completed', 'failed']),
        notes: Type.Optional(Nullable(Type.String())),
      }),
      answer: Type.Object({ id: Uuid }),
      handle: async (_ctx, { body }) => ({ id: body.session_id }),
    }),
  },
);

const pairing = groupIntoResources(
  { tag: 'Device' },
  {
    'POST /pair': operation({
      operation_id: 'pairDevice',
      summary: 'Pair a device',
      scope: null,
      body: Type.Union([
        Input({ code: Type.String() }),
        Type.Object({ picture: Type.String() }, { title: 'By picture' }),
      ]),
      answer: Type.Object({ token: Type.String() }),
      handle: async () => ({ token: '' }),
    }),
  },
);
