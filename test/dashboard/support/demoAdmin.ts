import { seedDemo } from '../../../src/demo/demo.ts';
import type { Person } from '../../../support/console.ts';
import { noteSecret } from '../../../support/secrets.ts';
import type { World } from '../../support/world.ts';

/** Seeds the demo and returns the admin, whose password is in the lines that the seed prints. */
export async function seedDemoAdmin(world: World): Promise<Person> {
  const said: string[] = [];
  await seedDemo(world.platform(), (line) => said.push(line));
  const [, , email = '', password = ''] = said[0]?.split(' ') ?? [];
  for (const secret of [password, said[1]?.split(' ')[2]]) noteSecret(secret);
  return { email, password };
}
