import { Type, type Static } from '../../../lib/schema/type.ts';
import { consoleApi } from '../../../access/consoleApi.ts';
import { SMALL_PICTURE_WITHIN_MS, SmallPicture } from '../../../lib/images/smallPictureInput.ts';
import { Answer, Input, Nullable } from '../../../lib/schema/schema.ts';
import { AppRef } from '../contract.ts';

const NewLogo = Input({ logo: SmallPicture });
const AppLogo = Answer({ client_id: Type.String(), logo: Nullable(Type.String()) });
export type AppLogo = Static<typeof AppLogo>;
const AppLogos = Answer({ logos: Type.Array(AppLogo) });

export const appLogosApi = consoleApi(
  {
    'GET /apps/logos': { summary: 'List the logos of own apps', role: 'admin', answer: AppLogos },
    'PUT /app/logo': {
      summary: 'Choose the logo of an app',
      role: 'admin',
      query: AppRef,
      body: NewLogo,
      answer: AppLogo,
      deadline_ms: SMALL_PICTURE_WITHIN_MS,
    },
    'DELETE /app/logo': {
      summary: 'Remove the logo of an app',
      role: 'admin',
      query: AppRef,
      answer: AppLogo,
    },
  },
  { tag: 'Apps' },
);
