import type { Tools } from '../../src/access/tools.ts';
import { systemClock } from '../../src/lib/time/clock.ts';
import { folderStore } from '../../src/lib/files/folder.ts';
import { createGuard, createOutgoingClient } from '../../src/lib/http/outgoing/outgoing.ts';
import { createSecretBox } from '../../src/lib/crypto/secretBox.ts';
import { buildTools } from '../../src/service/tools.ts';

const KEY = Buffer.alloc(32, 7);
const ALLOWED = ['127.0.0.0/8'];

/** Creates the tools of use cases, with the same settings in every process of a bench. */
export function makeTools(): Tools {
  const guard = createGuard(ALLOWED);
  const outgoing = createOutgoingClient({ guard });
  const parts = {
    box: createSecretBox(KEY),
    guard,
    outgoing,
    clock: systemClock,
    files: folderStore('/nowhere'),
  };
  return { ...buildTools(parts), public_url: '' };
}
