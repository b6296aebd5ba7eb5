import { existsSync, readdirSync } from 'node:fs';
import { readFile } from 'node:fs/promises';
import { join } from 'node:path';
import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify';
import { acceptsEncoding } from './encodings.ts';
import { PAGE_HEADERS } from './page.ts';
import { READ_METHODS, type PathTable } from './paths.ts';

const TYPES: Record<string, string> = {
  js: 'text/javascript; charset=utf-8',
  css: 'text/css; charset=utf-8',
  svg: 'image/svg+xml',
  woff2: 'font/woff2',
  png: 'image/png',
  webp: 'image/webp',
};
const FOREVER = 'public, max-age=31536000, immutable';

/**
 * Serves files whose names contain a hash of their content, in the best encoding that the browser accepts. One route
 * with a parameter serves all of the hundreds of files, because a route for each would slow down every start.
 */
export function serveAssets(server: FastifyInstance, paths: PathTable, prefix: string, folder: string): void {
  const names = new Set(existsSync(folder) ? readdirSync(folder) : []);
  const served = new Map([...names].flatMap((name) => describeAsset(name)));
  for (const name of served.keys()) paths.set(`${prefix}/${name}`, READ_METHODS);
  const read = keptReader(folder);
  server.route<{ Params: { name: string } }>({
    method: READ_METHODS,
    url: `${prefix}/:name`,
    handler(request, reply) {
      const { name } = request.params;
      const type = served.get(name);
      if (type === undefined) return reply.callNotFound();
      return sendAsset(request, reply, { read, name, names, type });
    },
  });
}

function describeAsset(name: string): [string, string][] {
  const type = TYPES[name.slice(name.lastIndexOf('.') + 1)];
  return type === undefined ? [] : [[name, type]];
}

type Asset = {
  read: (name: string) => Promise<Buffer>;
  name: string;
  names: ReadonlySet<string>;
  type: string;
};

async function sendAsset(request: FastifyRequest, reply: FastifyReply, asset: Asset): Promise<FastifyReply> {
  const { read, name, names, type } = asset;
  const coding = (['br', 'gzip'] as const).find(
    (one) => names.has(name + ENDINGS[one]) && acceptsEncoding(request.headers['accept-encoding'], one),
  );
  const content = await read(coding ? name + ENDINGS[coding] : name);
  if (coding) reply.header('Content-Encoding', coding);
  return reply
    .headers({ ...PAGE_HEADERS, 'Cache-Control': FOREVER, Vary: 'Accept-Encoding' })
    .type(type)
    .send(content);
}

/** Returns a reader that reads each file once and shares its bytes. */
function keptReader(folder: string): (name: string) => Promise<Buffer> {
  const kept = new Map<string, Promise<Buffer>>();
  return (name) => {
    const content = kept.get(name) ?? readFile(join(folder, name));
    kept.set(name, content);
    content.catch(() => kept.delete(name));
    return content;
  };
}

const ENDINGS = { br: '.br', gzip: '.gz' } as const;
