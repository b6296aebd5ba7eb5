import assert from 'node:assert/strict';
import type { Socket } from 'node:net';
import { after, test } from 'node:test';
import { createSkill } from '../../src/features/skills/skills.ts';
import { openRequestCounter } from '../support/requestCounter.ts';
import { openWorld } from '../support/world.ts';

const PATH = '/v1/api-tenant-skills-execute';
const ANSWER = '{"ok":true}';

const world = await openWorld({ webhook_allow: ['127.0.0.1'] });
const tenant = await world.account();
await tenant.device();
const api = await tenant.api();

const endings = [
  ['FIN', (socket: Socket) => socket.end()],
  ['RST', (socket: Socket) => socket.resetAndDestroy()],
] as const;

for (const method of ['POST', 'GET'] as const)
  for (const [name, end] of endings)
    for (const connection of ['fresh', 'kept'] as const) {
      test(`one ${method} of a skill for ${name} instead of a response over a ${connection} connection`, async () => {
        const answered = connection === 'kept' ? 1 : 0;
        const counter = await openRequestCounter(({ socket, at }) => {
          if (at > answered) end(socket);
          else socket.write(`HTTP/1.1 200 OK\r\nContent-Length: ${ANSWER.length}\r\n\r\n${ANSWER}`);
        });
        after(counter.close);
        const skill = { name: `${method} ${name} ${connection}`, kind: 'http' } as const;
        const { id } = await createSkill(tenant.ctx(), { ...skill, config: { url: counter.url, method } });
        const execute = () => api.post(PATH, { skill_id: id, arguments: {} });
        for (let call = 0; call < answered; call++) assert.equal((await execute()).status, 200);
        const { status, body } = await execute();
        assert.deepEqual([status, body.error], [500, 'INTERNAL_ERROR']);
        assert.deepEqual([counter.requests.length, counter.connections()], [answered + 1, 1]);
      });
    }
