import { once } from 'node:events';
import { existsSync, realpathSync, statSync } from 'node:fs';
import { readFile } from 'node:fs/promises';
import { createServer, request as ask, type IncomingMessage, type ServerResponse } from 'node:http';
import { join, relative } from 'node:path';
import { text } from 'node:stream/consumers';
import { createServer as createVite, type ViteDevServer } from 'vite';
import { createCookieCodec } from '../../src/lib/http/cookies.ts';
import { requestLanguage } from '../../src/lib/http/language.ts';
import { cannotListenFault } from '../../src/lib/process/startupFault.ts';
import { printLine } from './terminal.ts';
import type { ServiceProcess } from './serviceProcess.ts';

type Plan = {
  root: string;
  host: string;
  port: number;
  public_url: string;
  service: Pick<ServiceProcess, 'port' | 'ready'>;
};

export type DevProxy = {
  watch(folders: string[], onChange: (file: string) => void): void;
  close: () => Promise<void>;
};

/** Changes are collected for this time, because an editor writes several files in one action. */
const GATHER_MS = 30;

/**
 * Serves the dashboard and the service from one origin. Vite serves the modules of the dashboard with hot replacement;
 * the service answers all other requests. If the answer of the service is the dashboard page, it is replaced by Vite's
 * version of the page.
 */
export async function openDevProxy({ root, host, port, public_url, service }: Plan): Promise<DevProxy> {
  const server = createServer();
  const dashboard = join(root, 'dashboard');
  const vite = await createVite({
    configFile: join(dashboard, 'vite.config.ts'),
    appType: 'custom',
    cacheDir: join(root, 'node_modules/.cache/vite'),
    logLevel: 'warn',
    clearScreen: false,
    server: {
      middlewareMode: true,
      hmr: { server },
      fs: { allow: [root, realpathSync(join(root, 'node_modules'))] },
    },
  });
  const jar = createCookieCodec(public_url);
  const readPage = async (request: IncomingMessage) => {
    const page = await readFile(join(dashboard, 'index.html'), 'utf8');
    return vite.transformIndexHtml(request.url ?? '/', inLanguage(page, requestLanguage(request, jar)));
  };
  server.on('request', (request, response) => {
    if (isOfVite(dashboard, request))
      vite.middlewares(request, response, () => response.writeHead(404).end());
    else void forward({ request, response, service, readPage });
  });
  try {
    await once(server.listen(port, host), 'listening');
  } catch (error) {
    await vite.close();
    throw cannotListenFault({ host, port, setting: 'PORT' }, error);
  }
  return {
    watch: (folders, onChange) => watchFolders(vite, root, folders, onChange),
    async close() {
      server.closeAllConnections();
      server.close();
      await vite.close();
    },
  };
}

function isOfVite(dashboard: string, { url = '/' }: IncomingMessage): boolean {
  const [path = ''] = url.split('?', 1);
  if (/^\/(?:@|node_modules\/)/.test(path)) return true;
  return ['', 'public'].some((folder) => isFile(join(dashboard, folder, decodePath(path))));
}

function decodePath(path: string): string {
  try {
    return decodeURIComponent(path);
  } catch {
    return path;
  }
}

function isFile(path: string): boolean {
  return !path.includes('\0') && existsSync(path) && statSync(path).isFile();
}

/**
 * Adds the script with the translations before all other scripts, because they need the translations when they start.
 */
function inLanguage(page: string, language: string): string {
  if (language === 'en') return page;
  const texts = `<script type="module" src="/language/page.${language}.ts"></script>`;
  return page
    .replace('<html lang="en">', `<html lang="${language}">`)
    .replace('<script type="module"', `${texts}<script type="module"`);
}

type Exchange = {
  request: IncomingMessage;
  response: ServerResponse;
  service: Plan['service'];
  readPage: (request: IncomingMessage) => Promise<string>;
};

/** Forwards a request to the service. During a restart, the request waits for the new process. */
async function forward({ request, response, service, readPage }: Exchange): Promise<void> {
  try {
    await service.ready();
  } catch {
    response
      .writeHead(503, { 'Content-Type': 'text/plain' })
      .end('The service does not start: see the terminal.\n');
    return;
  }
  const { method, url, headers } = request;
  const asked = ask({ host: '127.0.0.1', port: service.port, method, path: url, headers, agent: false });
  asked.on('error', () => response.destroy());
  response.on('close', () => asked.destroy());
  asked.on('response', (answer) => void answerWith(answer, { request, response, service, readPage }));
  request.pipe(asked);
}

async function answerWith(answer: IncomingMessage, { request, response, readPage }: Exchange): Promise<void> {
  const { statusCode = 502, headers } = answer;
  // Open pages reload when this header changes; here, Vite updates them instead.
  delete headers['x-dashboard-build'];
  if (!mayBeDashboard(answer)) {
    response.writeHead(statusCode, headers);
    answer.pipe(response);
    return;
  }
  const page = await text(answer);
  if (!/dashboard-build|The dashboard is not built/.test(page)) {
    response.writeHead(statusCode, headers).end(page);
    return;
  }
  for (const name of ['content-security-policy', 'content-length']) delete headers[name];
  try {
    const own = await readPage(request);
    response.writeHead(statusCode, headers).end(request.method === 'HEAD' ? undefined : own);
  } catch (error) {
    printLine(`the page cannot be made: ${String(error)}`);
    response.writeHead(500, { 'Content-Type': 'text/plain' }).end(String(error));
  }
}

/** Detects the dashboard page by its Content-Security-Policy, which is the only one with a nonce for styles. */
function mayBeDashboard({ headers, statusCode }: IncomingMessage): boolean {
  return statusCode === 200 && String(headers['content-security-policy']).includes("'nonce-");
}

function watchFolders(
  vite: ViteDevServer,
  root: string,
  folders: string[],
  onChange: (file: string) => void,
): void {
  let gathering: NodeJS.Timeout | undefined;
  vite.watcher.add(folders);
  vite.watcher.on('all', (_event, file) => {
    if (!folders.some((folder) => file.startsWith(`${folder}/`))) return;
    clearTimeout(gathering);
    gathering = setTimeout(() => onChange(relative(root, file)), GATHER_MS);
  });
}
