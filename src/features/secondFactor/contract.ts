import { Type, type Static } from '../../lib/schema/type.ts';
import { consoleApi } from '../../access/consoleApi.ts';
import { Answer, Input } from '../../lib/schema/schema.ts';

const FactorState = Answer({ is_on: Type.Boolean() });
export const FactorSecret = Answer({ secret: Type.String(), uri: Type.String(), qr_svg: Type.String() });
export type FactorSecret = Static<typeof FactorSecret>;
const FactorCode = Input({ code: Type.String({ minLength: 1, maxLength: 100 }) });
export const TurningOn = Input({
  code: Type.String({ minLength: 1, maxLength: 100 }),
  current_password: Type.String({ minLength: 1, maxLength: 1_000 }),
});
export type TurningOn = Static<typeof TurningOn>;
const RecoveryCodes = Answer({ recovery_codes: Type.Array(Type.String()) });

export const secondFactorApi = consoleApi(
  {
    'GET /second-factor': {
      summary: 'Say whether the second factor is on',
      role: 'anyone',
      answer: FactorState,
    },
    'POST /second-factor': {
      summary: 'Begin to turn it on',
      role: 'anyone',
      answer: FactorSecret,
      status: 201,
    },
    'PUT /second-factor': {
      summary: 'Turn it on with a first code and the password',
      role: 'anyone',
      body: TurningOn,
      answer: RecoveryCodes,
    },
    'DELETE /second-factor': {
      summary: 'Turn it off with a code',
      role: 'anyone',
      body: FactorCode,
      answer: FactorState,
    },
  },
  { tag: 'Own sign-in' },
);
