import { seedDemo } from '../../../src/demo/demo.ts';
import type { Person } from '../../../support/console.ts';
import { noteSecret } from '../../../support/secrets.ts';
import type { World } from '../../support/world.ts';

/** Seeds the demo and returns its admin. */
export async function seedDemoAdmin(world: World): Promise<Person> {
  const said: string[] = [];
  const demo = await seedDemo(world.platform(), (line) => said.push(line));
  const key = said.find((line) => line.startsWith('demo key '))?.split(' ')[2];
  for (const secret of [key, ...(demo?.sign_ins ?? []).map(({ password }) => password)]) noteSecret(secret);
  const { email = '', password = '' } = demo?.sign_ins.find(({ role }) => role === 'admin') ?? {};
  return { email, password };
}
