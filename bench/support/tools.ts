import type { Tools } from '../../src/access/tools.ts';
import { systemClock } from '../../src/lib/time/clock.ts';
import { folderStore } from '../../src/lib/files/folder.ts';
import { createGuard, createOutgoing } from '../../src/lib/http/outgoing/outgoing.ts';
import { createSecretBox } from '../../src/lib/crypto/secretBox.ts';
import { connectTools } from '../../src/service/tools.ts';

const KEY = Buffer.alloc(32, 7);
const ALLOWED = ['127.0.0.0/8'];

/** What verbs work with, made the same way in every process of a bench. */
export function makeTools(): Tools {
  const guard = createGuard(ALLOWED);
  const outgoing = createOutgoing({ guard });
  const parts = {
    box: createSecretBox(KEY),
    guard,
    outgoing,
    clock: systemClock,
    files: folderStore('/nowhere'),
  };
  return { ...connectTools(parts), public_url: '' };
}
