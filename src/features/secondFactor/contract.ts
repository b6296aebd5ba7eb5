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
const CURRENT_PASSWORD_RULE = { minLength: 1, maxLength: 1_000 } as const;
const CODE_RULE = { minLength: 1, maxLength: 100 } as const;
const FactorCode = Input({ code: Type.String(CODE_RULE) });
export const SecondFactorActivation = Input({
  code: Type.String(CODE_RULE),
  current_password: Type.String(CURRENT_PASSWORD_RULE),
});
export type SecondFactorActivation = Static<typeof SecondFactorActivation>;
/** Members of a request for an action that cannot be undone: the password, or a code of the second factor. */
export const IDENTITY_PROOF = {
  current_password: Type.Optional(Type.String(CURRENT_PASSWORD_RULE)),
  code: Type.Optional(Type.String(CODE_RULE)),
};
const IdentityProof = Input(IDENTITY_PROOF);
export type IdentityProof = Static<typeof IdentityProof>;

const RecoveryCodes = Answer({ recovery_codes: Type.Array(Type.String()) });

export const secondFactorApi = defineDashboardApi({
  'GET /second-factor': { role: 'anyone', answer: FactorState },
  'POST /second-factor': { role: 'anyone', answer: SecondFactorSecret, status: 201 },
  'PUT /second-factor': { role: 'anyone', body: SecondFactorActivation, answer: RecoveryCodes },
  'DELETE /second-factor': { role: 'anyone', body: FactorCode, answer: FactorState },
});
