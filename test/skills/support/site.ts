import { after } from 'node:test';
import { actAsPlatform } from '../../../src/access/platform.ts';
import { createBundle } from '../../../src/features/bundles/bundles.ts';
import { releaseSeat } from '../../../src/features/seats/seats.ts';
import { createSkill } from '../../../src/features/skills/skills.ts';
import { openReceiver } from '../../support/receiver.ts';
import { openWorld } from '../../support/world.ts';

export const receiver = await openReceiver();
after(() => receiver.close());
export const world = await openWorld({ webhook_allow: ['127.0.0.1'] });
export const tenant = await world.account();
const api = await tenant.api();
export const user_id = await tenant.user('Tia Trainer');
export const glasses = await tenant.device({ user_id });
export const second = await tenant.device({ roles: ['trainee'] });
export const stranger = await world.account();
export const strangerGlasses = await stranger.device();
const seatless = await world.account();
export const seatlessApi = await seatless.api();
const empty = await seatless.device();
await releaseSeat(seatless.ctx(), empty.seat_id);
export const platform = { db: world.db, now: world.clock.now() };

export const PATH = '/v1/api-tenant-skills-execute';
export const NOBODY = '0198f0c4-7c5e-7a10-9d3e-5b1f6a2c8e40';
const SCHEMA = {
  type: 'object',
  required: ['room'],
  properties: { room: { type: 'string' }, degrees: { type: 'number', maximum: 30 } },
};
const lamp = (changes = {}) => ({
  name: 'Set the temperature',
  kind: 'http' as const,
  arguments_schema: SCHEMA,
  response_target: 'context' as const,
  config: {
    url: `${receiver.url}/hook`,
    headers: { 'X-Site': 'North' },
    auth_header: { name: 'X-Key', value: 'k1' },
  },
  ...changes,
});
export const skill = await createSkill(tenant.ctx(), world.skills, lamp());
export const inactive = await createSkill(
  tenant.ctx(),
  world.skills,
  lamp({ name: 'Off', is_active: false }),
);
export const foreign = await createSkill(stranger.ctx(), world.skills, lamp({ is_active: false }));
export const lone = await createSkill(seatless.ctx(), world.skills, lamp());
export const shared = await createSkill(
  actAsPlatform(platform),
  world.skills,
  lamp({ name: 'Shared', is_active: false }),
);
export const bundle = await createBundle(platform, { name: 'Field service', skill_ids: [shared.id] });
export const session = (await glasses.post('/device/v1/sessions', { role: 'trainer' })).body;
export const ended = (await second.post('/device/v1/sessions', { role: 'trainee' })).body;
await second.post('/device/v1/sessions/complete', { session_id: ended.id, status: 'completed' });
export const answering = (status: number, body: string | Buffer, type = 'application/json') => {
  receiver.answer = (_request, response) =>
    void response.writeHead(status, { 'Content-Type': type }).end(body);
};
export const run = (body: object, headers = {}) => api.post(PATH, body, headers);
export const good = { skill_id: skill.id, arguments: { room: 'Hall 2' } };
