import type { auditApi } from '../../src/audit/contract.ts';
import type { accountsApi } from '../../src/features/accounts/contract.ts';
import type { removalApi } from '../../src/features/accounts/removal/contract.ts';
import type { appsApi, appsStaffApi } from '../../src/features/apps/contract.ts';
import type { appLogosApi } from '../../src/features/apps/logo/contract.ts';
import type { backupsApi } from '../../src/features/backups/contract.ts';
import type { bundlesApi } from '../../src/features/bundles/contract.ts';
import type { connectionsApi } from '../../src/features/connections/contract.ts';
import type { deletionsApi } from '../../src/features/deletions/contract.ts';
import type { formsApi } from '../../src/features/forms/contract.ts';
import type { homeApi } from '../../src/features/home/contract.ts';
import type { integrationsApi } from '../../src/features/integrations/contract.ts';
import type { keysApi } from '../../src/features/keys/contract.ts';
import type { knowledgeApi } from '../../src/features/knowledge/contract.ts';
import type { mailApi } from '../../src/features/mail/contract.ts';
import type { proceduresApi } from '../../src/features/procedures/contract.ts';
import type { queuesApi } from '../../src/features/queues/contract.ts';
import type { reportsApi } from '../../src/features/reports/contract.ts';
import type { requestsApi } from '../../src/features/requests/contract.ts';
import type { searchApi } from '../../src/features/search/contract.ts';
import type { seatsApi } from '../../src/features/seats/contract.ts';
import type { secondFactorApi } from '../../src/features/secondFactor/contract.ts';
import type { sessionsApi } from '../../src/features/sessions/browse/contract.ts';
import type { currentUserApi, signInsApi } from '../../src/features/signin/contract.ts';
import type { skillsApi } from '../../src/features/skills/contract.ts';
import type { staffApi } from '../../src/features/staff/contract.ts';
import type { tasksApi } from '../../src/features/tasks/contract.ts';
import type { usersApi } from '../../src/features/users/people/contract.ts';
import type { webhooksApi } from '../../src/features/webhooks/endpoints/contract.ts';
import type { inboxesApi } from '../../src/features/webhooks/inbox/contract.ts';
import type { deliveriesApi } from '../../src/features/webhooks/log/contract.ts';
import type { AnswerOf, OperationsOf, CallInputOf } from '../../src/access/dashboardApi.ts';

/** All operations of the console API that pages may call. */
type Operations = OperationsOf<typeof auditApi> &
  OperationsOf<typeof accountsApi> &
  OperationsOf<typeof removalApi> &
  OperationsOf<typeof appsApi> &
  OperationsOf<typeof appLogosApi> &
  OperationsOf<typeof appsStaffApi> &
  OperationsOf<typeof backupsApi> &
  OperationsOf<typeof bundlesApi> &
  OperationsOf<typeof connectionsApi> &
  OperationsOf<typeof deletionsApi> &
  OperationsOf<typeof formsApi> &
  OperationsOf<typeof homeApi> &
  OperationsOf<typeof integrationsApi> &
  OperationsOf<typeof keysApi> &
  OperationsOf<typeof knowledgeApi> &
  OperationsOf<typeof mailApi> &
  OperationsOf<typeof proceduresApi> &
  OperationsOf<typeof queuesApi> &
  OperationsOf<typeof reportsApi> &
  OperationsOf<typeof requestsApi> &
  OperationsOf<typeof searchApi> &
  OperationsOf<typeof seatsApi> &
  OperationsOf<typeof secondFactorApi> &
  OperationsOf<typeof sessionsApi> &
  OperationsOf<typeof currentUserApi> &
  OperationsOf<typeof signInsApi> &
  OperationsOf<typeof skillsApi> &
  OperationsOf<typeof staffApi> &
  OperationsOf<typeof tasksApi> &
  OperationsOf<typeof usersApi> &
  OperationsOf<typeof webhooksApi> &
  OperationsOf<typeof deliveriesApi> &
  OperationsOf<typeof inboxesApi>;

export type OperationKey = keyof Operations;
export type OperationInput<K extends OperationKey> = CallInputOf<Operations[K]>;
export type OperationQuery<K extends OperationKey> = NonNullable<OperationInput<K>['query']>;
export type OperationBody<K extends OperationKey> = NonNullable<OperationInput<K>['body']>;
export type OperationAnswer<K extends OperationKey> = AnswerOf<Operations[K]>;

/** Calls an operation by its key, with the declared query and body. */
export type CallOperation<Allowed extends OperationKey = OperationKey> = <K extends Allowed>(
  key: K,
  ...sent: CallArguments<K>
) => Promise<OperationAnswer<K>>;

/** `callApi` without POST: a POST needs the idempotency key of a mutation. */
export type CallOperationWithoutPost = CallOperation<Exclude<OperationKey, `POST ${string}`>>;

/** The input is optional if the operation declares no required input. */
type CallArguments<K extends OperationKey> =
  object extends OperationInput<K>
    ? [sent?: OperationInput<K> & Options]
    : [sent: OperationInput<K> & Options];
type Options = { signal?: AbortSignal | undefined };
