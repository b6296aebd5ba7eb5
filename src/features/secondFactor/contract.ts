import { Type, type Static } from 'typebox';
import { Answer, Input } from '../../lib/schema.ts';

export const FactorState = Answer({ is_on: Type.Boolean() });
export const FactorSecret = Answer({ secret: Type.String(), uri: Type.String(), qr_svg: Type.String() });
export type FactorSecret = Static<typeof FactorSecret>;
export const FactorCode = Input({ code: Type.String({ minLength: 1, maxLength: 100 }) });
export const TurningOn = Input({
  code: Type.String({ minLength: 1, maxLength: 100 }),
  current_password: Type.String({ minLength: 1, maxLength: 1_000 }),
});
export type TurningOn = Static<typeof TurningOn>;
export const RecoveryCodes = Answer({ recovery_codes: Type.Array(Type.String()) });
