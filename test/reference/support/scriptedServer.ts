import { once } from 'node:events';
import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { text as readText } from 'node:stream/consumers';
import { after } from 'node:test';

type Sent = { method: string; url: URL; body: unknown };

/** Opens a server with scripted answers, which records the requests. */
export async function openScriptedServer() {
  const sent: Sent[] = [];
  const answers: unknown[] = [];
  const server = createServer((request, response) => {
    void readText(request).then((text) => {
      const url = new URL(request.url ?? '', 'http://127.0.0.1');
      sent.push({ method: request.method ?? '', url, body: text === '' ? undefined : JSON.parse(text) });
      const answer = answers.shift() ?? {};
      response.writeHead(200, { 'Content-Type': 'application/json' }).end(JSON.stringify(answer));
    });
  });
  server.listen(0, '127.0.0.1');
  await once(server, 'listening');
  after(() => server.close());
  const { port } = server.address() as AddressInfo;
  return { url: `http://127.0.0.1:${port}`, sent, answers };
}
