import { renderSVG } from 'uqr';
import { resource, type Resource } from '../../doors/declaration.ts';
import { ownOperation } from '../../doors/session.ts';
import { badRequest } from '../../lib/errors.ts';
import { totpUri } from '../../lib/totp.ts';
import { FactorCode, FactorSecret, FactorState, RecoveryCodes, TurningOn } from './contract.ts';
import {
  beginSecondFactor,
  hasSecondFactor,
  turnOffSecondFactor,
  turnOnSecondFactor,
} from './secondFactor.ts';

const WRONG = 'code: wrong, or used already';

const secondFactor = resource(
  '/second-factor',
  {
    GET: ownOperation({
      summary: 'Say whether the second factor is on',
      answer: FactorState,
      handle: async ({ db, account_id, session }) => ({
        is_on: await hasSecondFactor(db, account_id, session.user_id),
      }),
    }),
    POST: ownOperation({
      summary: 'Begin to turn it on',
      answer: FactorSecret,
      status: 201,
      handle: async (ctx) => {
        const secret = await beginSecondFactor(ctx, ctx.session.user_id);
        const uri = totpUri(secret, 'Tenant Ops', ctx.session.email);
        return { secret, uri, qr_svg: renderSVG(uri, { border: 2 }) };
      },
    }),
    PUT: ownOperation({
      summary: 'Turn it on with a first code and the password',
      body: TurningOn,
      answer: RecoveryCodes,
      handle: async (ctx, { body }) => {
        const codes = await turnOnSecondFactor(ctx, ctx.session, body);
        if (!codes) throw badRequest(WRONG);
        return { recovery_codes: codes };
      },
    }),
    DELETE: ownOperation({
      summary: 'Turn it off with a code',
      body: FactorCode,
      answer: FactorState,
      handle: async (ctx, { body }) => {
        if (!(await turnOffSecondFactor(ctx, ctx.session.user_id, body.code))) throw badRequest(WRONG);
        return { is_on: false };
      },
    }),
  },
  { tag: 'Own sign-in' },
);

export const secondFactorConsole: readonly Resource[] = [secondFactor];
