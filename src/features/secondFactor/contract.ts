import { Type, type Static } from '../../lib/schema/type.ts';
import { defineDashboardApi } from '../../access/dashboardApi.ts';
import { Answer, Input } from '../../lib/schema/schema.ts';

const FactorState = Answer({ is_on: Type.Boolean() });
export const SecondFactorSecret = Answer({
  secret: Type.String(),
  uri: Type.String(),
  qr_svg: Type.String(),
});
export type SecondFactorSecret = Static<typeof SecondFactorSecret>;
const FactorCode = Input({ code: Type.String({ minLength: 1, maxLength: 100 }) });
export const SecondFactorActivation = Input({
  code: Type.String({ minLength: 1, maxLength: 100 }),
  current_password: Type.String({ minLength: 1, maxLength: 1_000 }),
});
export type SecondFactorActivation = Static<typeof SecondFactorActivation>;
const RecoveryCodes = Answer({ recovery_codes: Type.Array(Type.String()) });

export const secondFactorApi = defineDashboardApi({
  'GET /second-factor': { role: 'anyone', answer: FactorState },
  'POST /second-factor': { role: 'anyone', answer: SecondFactorSecret, status: 201 },
  'PUT /second-factor': { role: 'anyone', body: SecondFactorActivation, answer: RecoveryCodes },
  'DELETE /second-factor': { role: 'anyone', body: FactorCode, answer: FactorState },
});
