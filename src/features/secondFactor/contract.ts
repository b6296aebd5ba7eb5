import { Type, type Static } from 'typebox';
import { Answer, Input } from '../../lib/schema.ts';

export const FactorState = Answer({ is_on: Type.Boolean() });
export const FactorSecret = Answer({ secret: Type.String(), uri: Type.String(), qr_svg: Type.String() });
export type FactorSecret = Static<typeof FactorSecret>;
export const FactorCode = Input({ code: Type.String({ minLength: 1, maxLength: 100 }) });
export const RecoveryCodes = Answer({ recovery_codes: Type.Array(Type.String()) });
