import { after } from 'node:test';
import { actAsPlatform } from '../../../src/access/platform.ts';
import { createBundle } from '../../../src/features/bundles/bundles.ts';
import { unassignSeat } from '../../../src/features/seats/seats.ts';
import { createSkill } from '../../../src/features/skills/skills.ts';
import { deactivateUser } from '../../../src/features/users/users.ts';
import { openReceiver } from '../../support/receiver.ts';
import { openWorld } from '../../support/world.ts';

export const PATH = '/v1/api-tenant-skills-execute';
export const UNKNOWN_ID = '0198f0c4-7c5e-7a10-9d3e-5b1f6a2c8e40';
const SCHEMA = {
  type: 'object',
  required: ['room'],
  properties: { room: { type: 'string' }, degrees: { type: 'number', maximum: 30 } },
};

/** Opens an account with glasses that runs skills, other accounts, and a receiver whose answers the test determines. */
export async function openSkillSite() {
  const people = await openPeople();
  const { tenant, stranger, seatless, platform, receiver, glasses, second, api } = people;
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
  const skill = await createSkill(tenant.ctx(), lamp());
  const inactive = await createSkill(tenant.ctx(), lamp({ name: 'Off', is_active: false }));
  const foreign = await createSkill(stranger.ctx(), lamp({ is_active: false }));
  const lone = await createSkill(seatless.ctx(), lamp());
  const shared = await createSkill(actAsPlatform(platform), lamp({ name: 'Shared', is_active: false }));
  const bundle = await createBundle(platform, { name: 'Field service', skill_ids: [shared.id] });
  const session = (await glasses.post('/device/v1/sessions', { role: 'trainer' })).body;
  const ended = (await second.post('/device/v1/sessions', { role: 'trainee' })).body;
  await second.post('/device/v1/sessions/complete', { session_id: ended.id, status: 'completed' });
  const answering = (status: number, body: string | Buffer, type = 'application/json') => {
    receiver.answer = (_request, response) =>
      void response.writeHead(status, { 'Content-Type': type }).end(body);
  };
  const run = (body: object, headers = {}) => api.post(PATH, body, headers);
  const good = { skill_id: skill.id, arguments: { room: 'Hall 2' } };
  return {
    ...people,
    skill,
    inactive,
    foreign,
    lone,
    shared,
    bundle,
    session,
    ended,
    answering,
    run,
    good,
  };
}

async function openPeople() {
  const receiver = await openReceiver();
  after(() => receiver.close());
  const world = await openWorld({ webhook_allow: ['127.0.0.1'] });
  const tenant = await world.account();
  const api = await tenant.api();
  const user_id = await tenant.user('Tia Trainer');
  // Two older seats that must not be used as context: a released one, and one of an inactive user.
  const released = await tenant.device();
  await unassignSeat(tenant.ctx(), released.seat_id);
  const left = await tenant.device();
  await deactivateUser(tenant.ctx(), left.user_id);
  const glasses = await tenant.device({ user_id });
  const second = await tenant.device({ roles: ['trainee'] });
  const stranger = await world.account();
  const strangerGlasses = await stranger.device();
  const seatless = await world.account();
  const seatlessApi = await seatless.api();
  const empty = await seatless.device();
  await unassignSeat(seatless.ctx(), empty.seat_id);
  const platform = world.platform();
  return {
    receiver,
    world,
    tenant,
    api,
    user_id,
    glasses,
    second,
    stranger,
    strangerGlasses,
    seatless,
    seatlessApi,
    platform,
  };
}
