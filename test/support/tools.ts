import type { BackupPlan, Tools, TrainingApp } from '../../src/access/tools.ts';
import { systemClock, type Clock } from '../../src/lib/time/clock.ts';
import { createOwnAddressHolder } from '../../src/features/webhooks/inbox/address.ts';
import { folderStore } from '../../src/lib/files/folder.ts';
import type { FileStore } from '../../src/lib/files/store.ts';
import { createGuard } from '../../src/lib/http/outgoing/guard.ts';
import { createOutgoingClient } from '../../src/lib/http/outgoing/outgoing.ts';
import { createSecretBox } from '../../src/lib/crypto/secretBox.ts';
import { buildTools } from '../../src/service/tools.ts';
import { withSecretRegistration } from './secrets.ts';

type ToolOptions = {
  webhook_allow?: string[];
  dns_servers?: string[];
  training_app?: TrainingApp;
  clock?: Clock;
  files?: FileStore;
  public_url?: string;
  sends_mail?: boolean;
  backups?: BackupPlan;
};

export const SECRET_KEY = Buffer.alloc(32, 7);
/** The address of a closed port as name server: lookups fail at once, while the machine's own DNS may be slow. */
const NO_NAMES = ['127.0.0.1:1'];

/** Creates the tools of use cases: real ones, with a key and a network for the test. */
export function makeTools({
  webhook_allow = [],
  dns_servers = NO_NAMES,
  training_app,
  clock = systemClock,
  files = folderStore('/nowhere'),
  public_url = '',
  sends_mail = true,
  backups,
}: ToolOptions = {}): Tools {
  const own = createOwnAddressHolder();
  own.learn(public_url);
  const guard = createGuard(webhook_allow, own);
  const outgoing = createOutgoingClient({ guard, dns_servers });
  const box = withSecretRegistration(createSecretBox(SECRET_KEY));
  const connected = buildTools({ box, guard, outgoing, clock, files });
  return { ...connected, training_app, public_url, sends_mail, backups };
}
