import type { CredentialUseRecorder } from '../access/uses.ts';
import type { Door } from '../doors/declaration.ts';
import { appRoutes } from '../features/apps/routes.ts';
import { deletionRoutes } from '../features/deletions/routes.ts';
import { deviceRoutes } from '../features/devices/routes.ts';
import { formRoutes } from '../features/forms/routes.ts';
import { submissionRoutes } from '../features/forms/submissions/routes.ts';
import { identityRoutes } from '../features/identity/routes.ts';
import { integrationCredential } from '../features/integrations/credential.ts';
import { inboundRoutes } from '../features/integrations/inbound.ts';
import { integrationRoutes } from '../features/integrations/routes.ts';
import { apiKeyCredential } from '../features/keys/credential.ts';
import { keyRoutes } from '../features/keys/routes.ts';
import { knowledgeRoutes } from '../features/knowledge/routes.ts';
import { accessTokenCredential } from '../features/oauth/credential.ts';
import { oauthRoutes } from '../features/oauth/routes.ts';
import { procedureRoutes } from '../features/procedures/routes.ts';
import { usageRoutes } from '../features/reports/routes.ts';
import { requestLogRoutes } from '../features/requests/routes.ts';
import { deviceCredential } from '../features/seats/credential.ts';
import { seatRoutes } from '../features/seats/routes.ts';
import { sessionRoutes } from '../features/sessions/routes.ts';
import { findSignIn } from '../features/signin/signIns.ts';
import { skillListRoutes, executeSkillRoutes } from '../features/skills/routes.ts';
import { taskRoutes } from '../features/tasks/routes.ts';
import { userAccessRoutes, userRoutes } from '../features/users/routes.ts';
import { endpointRoutes, webhookRoutes } from '../features/webhooks/endpoints/routes.ts';
import { listeningRoutes } from '../features/webhooks/listening/routes.ts';
import { deliveryRoutes } from '../features/webhooks/log/routes.ts';
import { agentDoor } from '../mcp/door.ts';
import { API_PREFIX } from '../openapi/openapi.ts';
import { consoleResources } from './console.ts';

/** The recorders of uses, by the kind of credential. */
export type Uses = Record<'keys' | 'grants' | 'seats' | 'integrations', CredentialUseRecorder>;

const CONTRACT = [
  ...taskRoutes,
  ...sessionRoutes,
  ...userRoutes,
  ...executeSkillRoutes,
  ...formRoutes,
  ...webhookRoutes,
  ...oauthRoutes,
];

/**
 * Operations of the public API that are not part of the contract. Most of them are dashboard operations that API keys
 * and tokens can also use.
 */
export const ADDITIONAL_ROUTES = [
  ...endpointRoutes,
  ...deliveryRoutes,
  ...keyRoutes,
  ...seatRoutes,
  ...integrationRoutes,
  ...appRoutes,
  ...knowledgeRoutes,
  ...skillListRoutes,
  ...usageRoutes,
  ...listeningRoutes,
  ...identityRoutes,
  ...requestLogRoutes,
  ...userAccessRoutes,
  ...submissionRoutes,
  ...procedureRoutes,
  ...deletionRoutes,
];

/** Lists the entry points of the service with their resources. */
export function listDoors(uses: Uses, is_rate_limited = false): Door[] {
  const credentials = [apiKeyCredential(uses.keys), accessTokenCredential(uses.grants)];
  return [
    {
      is_rate_limited,
      prefix: API_PREFIX,
      credentials,
      resources: [...CONTRACT, ...ADDITIONAL_ROUTES],
      is_without_429: true,
    },
    {
      is_rate_limited,
      prefix: '/device/v1',
      credentials: [deviceCredential(uses.seats)],
      resources: deviceRoutes,
    },
    {
      is_rate_limited,
      prefix: '/inbound/v1',
      credentials: [integrationCredential(uses.integrations)],
      resources: inboundRoutes,
    },
    { is_rate_limited, ...agentDoor(credentials, [...CONTRACT, ...ADDITIONAL_ROUTES]) },
    {
      prefix: '/console/v1',
      credentials: [],
      resources: consoleResources,
      findSignIn,
      is_internal: true,
    },
  ];
}
