import { listDoors } from '../src/service/doors.ts';
import { describeApi } from '../src/openapi/openapi.ts';
import { shareComponents, type DocumentWithRefs } from '../src/openapi/shared.ts';

/** Builds the OpenAPI document in the form that an installation serves. */
export function describeServedApi(): DocumentWithRefs {
  const unused = { note() {}, flush: async () => {}, close: async () => {} };
  const doors = listDoors({ keys: unused, grants: unused, seats: unused, integrations: unused });
  return shareComponents(describeApi(doors, 'https://ops.acme.example', '0.0.0'));
}
