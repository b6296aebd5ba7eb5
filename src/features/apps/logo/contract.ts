import { Type, type Static } from '../../../lib/schema/type.ts';
import { defineDashboardApi } from '../../../access/dashboardApi.ts';
import { SMALL_PICTURE_TIMEOUT_MS, SmallPictureInput } from '../../../lib/images/smallPictureInput.ts';
import { Answer, Input, Nullable } from '../../../lib/schema/schema.ts';
import { AppRef } from '../contract.ts';

const NewLogo = Input({ logo: SmallPictureInput });
const AppLogo = Answer({ client_id: Type.String(), logo: Nullable(Type.String()) });
export type AppLogo = Static<typeof AppLogo>;
const AppLogos = Answer({ logos: Type.Array(AppLogo) });

export const appLogosApi = defineDashboardApi({
  'GET /apps/logos': { role: 'admin', answer: AppLogos },
  'PUT /app/logo': {
    role: 'admin',
    query: AppRef,
    body: NewLogo,
    answer: AppLogo,
    deadline_ms: SMALL_PICTURE_TIMEOUT_MS,
  },
  'DELETE /app/logo': { role: 'admin', query: AppRef, answer: AppLogo },
});
