import { renderSVG } from 'uqr';
import { serveDashboardApi } from '../../doors/signIn.ts';
import { badRequest } from '../../lib/errors.ts';
import { secondFactorReasons } from './reasons.ts';
import { totpUri } from '../../lib/crypto/totp.ts';
import { secondFactorApi } from './contract.ts';
import {
  createSecondFactorSecret,
  hasSecondFactor,
  turnOffSecondFactor,
  turnOnSecondFactor,
} from './secondFactor.ts';

export const secondFactorDashboardRoutes = serveDashboardApi(secondFactorApi, {
  'GET /second-factor': async ({ db, account_id, sign_in }) => ({
    is_on: await hasSecondFactor(db, account_id, sign_in.user_id),
  }),
  'POST /second-factor': async (ctx) => {
    const secret = await createSecondFactorSecret(ctx, ctx.sign_in.user_id);
    const uri = totpUri(secret, 'Tenant Ops', ctx.sign_in.email);
    return { secret, uri, qr_svg: renderSVG(uri, { border: 2 }) };
  },
  'PUT /second-factor': async (ctx, { body }) => {
    const codes = await turnOnSecondFactor(ctx, ctx.sign_in, body);
    if (!codes) throw badRequest('code', secondFactorReasons.wrong_code);
    return { recovery_codes: codes };
  },
  'DELETE /second-factor': async (ctx, { body }) => {
    if (!(await turnOffSecondFactor(ctx, ctx.sign_in.user_id, body.code)))
      throw badRequest('code', secondFactorReasons.wrong_code);
    return { is_on: false };
  },
});
