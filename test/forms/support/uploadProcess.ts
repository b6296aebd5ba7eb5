import type { Server } from 'node:http';
import { setTimeout as sleep } from 'node:timers/promises';
import { folderStore } from '../../../src/lib/files/folder.ts';
import { measureBuffer, type FileStore } from '../../../src/lib/files/store.ts';
import { connect } from '../../../src/lib/sql/sql.ts';
import { LONG_TIMEOUTS } from '../../support/longTimeouts.ts';
import { makeTools } from '../../support/tools.ts';
import { startNode } from '../../support/world.ts';
import type { Memory } from './uploads.ts';

/* The service as a process for kill tests, optionally with a faulty file store. */
const { connection, name, folder, is_careless, is_hoarding } = JSON.parse(process.argv[2] ?? '');
const files = folderStore(folder);
const tools = makeTools({ files: is_careless ? careless(files) : files, public_url: 'http://127.0.0.1' });
const app = await startNode({ db: connect(connection, { ...LONG_TIMEOUTS, name }), tools }, 0);
if (is_hoarding) keepEverything(app.server.server);
process.on('message', () => void reportMemory());
process.stdout.write(`${app.server.listeningOrigin}\n`);

/** Collects garbage first, so that only live memory counts. */
async function reportMemory(): Promise<void> {
  for (let i = 0; i < 3; i++) {
    await sleep(20);
    gc?.();
  }
  const { heapUsed, external, rss } = process.memoryUsage();
  process.send?.({ kept_bytes: heapUsed + external, resident_bytes: rss } satisfies Memory);
}

/** Plants a leak: keeps all received data. */
function keepEverything(server: Server): void {
  const kept: unknown[] = [];
  server.prependListener('request', (request) => {
    const push = request.push.bind(request);
    request.push = (chunk, encoding) => {
      kept.push(chunk);
      return push(chunk, encoding);
    };
  });
}

/** Plants a fault: reports a file as stored before it is written, so that a kill loses it. */
function careless(store: FileStore): FileStore {
  return {
    ...store,
    async put(area, content, limits) {
      if (!Buffer.isBuffer(content)) throw new Error('only whole contents are forgotten here');
      const { key } = await store.put(area, Buffer.of(), limits);
      return { key, ...measureBuffer(content, limits.max_bytes) };
    },
  };
}
