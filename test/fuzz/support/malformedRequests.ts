import { connect } from 'node:net';
import { setImmediate } from 'node:timers/promises';

const HEAD = 'Host: a\r\nContent-Type: application/json\r\n';
const LONG = 'x'.repeat(20_000);

/** Lists requests that no real client sends, each as the packets in which it arrives. */
export function listMalformedRequests(path: string): string[][] {
  const get = `GET ${path} HTTP/1.1\r\nHost: a\r\n`;
  const post = `POST ${path} HTTP/1.1\r\n${HEAD}`;
  const chunked = `${post}Transfer-Encoding: chunked\r\n\r\n`;
  return [
    `${get}Host: b\r\n\r\n`,
    `GET ${path} HTTP/1.1\r\n\r\n`,
    `get ${path} HTTP/1.1\r\nHost: a\r\n\r\n`,
    `GET ${path} HTTP/1.0\r\n\r\n`,
    `GET ${path}\r\n\r\n`,
    'PRI * HTTP/2.0\r\n\r\nSM\r\n\r\n',
    '\r\n\r\n\r\n',
    `GET http://a${path} HTTP/1.1\r\nHost: b\r\n\r\n`,
    'OPTIONS * HTTP/1.1\r\nHost: a\r\n\r\n',
    `GET ${path}%zz HTTP/1.1\r\nHost: a\r\n\r\n`,
    `GET ${path}%00 HTTP/1.1\r\nHost: a\r\n\r\n`,
    `GET //..//${path} HTTP/1.1\r\nHost: a\r\n\r\n`,
    `GET ${path}\u00ff HTTP/1.1\r\nHost: a\r\n\r\n`,
    `GET ${path}?${LONG} HTTP/1.1\r\nHost: a\r\n\r\n`,
    `${get}X: ${LONG}\r\n\r\n`,
    `${get}No colon\r\n\r\n`,
    `${get} folded: a\r\n b\r\n\r\n`,
    `${get}X: a\0b\r\n\r\n`,
    `${get}: a\r\n\r\n`,
    `${get}Authorization: Bearer a\r\nAuthorization: Bearer b\r\n\r\n`,
    `${get}Cookie: a\r\nCookie: b\r\n\r\n`,
    `${get}Expect: 200-maybe\r\n\r\n`,
    `${get}Upgrade: websocket\r\nConnection: Upgrade\r\n\r\n`,
    `CONNECT a:1 HTTP/1.1\r\nHost: a\r\n\r\n`,
    `BREW ${path} HTTP/1.1\r\nHost: a\r\n\r\n`,
    `${post}Content-Length: 2\r\nContent-Length: 3\r\n\r\n{}`,
    `${post}Content-Length: -1\r\n\r\n{}`,
    `${post}Content-Length: 100\r\n\r\n{}`,
    `${post}Content-Length: 1\r\n\r\n{}`,
    `${post}\r\n{}`,
    `${post}Content-Length: 2\r\nTransfer-Encoding: chunked\r\n\r\n0\r\n\r\n`,
    `${chunked}zz\r\n{}\r\n0\r\n\r\n`,
    `${chunked}2\r\n{}0\r\n\r\n`,
    `${chunked}fffffffff\r\n{}`,
    `${post}Content-Encoding: gzip\r\nContent-Length: 2\r\n\r\n\x1f\x8b`,
    `${get}\r\n`.repeat(20),
  ]
    .map((whole) => [whole])
    .concat([
      [chunked, '1;a=b\r\n{', '\r\n1\r\n}', '\r\n0\r\nTrailer: x\r\n', '\r\n'],
      [post, 'Content-', 'Length: 2\r', '\n\r\n', '{', '}'],
      `${get}\r\n`.split(''),
      [`${post}Content-Length: 2\r\n\r\n{}${get}`, '\r\n'],
    ]);
}

/** Sends the packets, then reads until the server closes the connection. */
export function sendPackets(url: string, pieces: readonly string[]): Promise<string> {
  const { hostname, port } = new URL(url);
  return new Promise((resolve) => {
    let text = '';
    const socket = connect(Number(port), hostname, () => void write());
    const write = async () => {
      for (const piece of pieces) {
        socket.write(Buffer.from(piece, 'latin1'));
        await setImmediate();
      }
      socket.end();
    };
    socket.setEncoding('latin1').on('data', (data) => (text += String(data)));
    socket.on('error', () => {});
    socket.once('close', () => resolve(text));
  });
}

/** Returns the statuses of all received answers. */
export function statusesOf(text: string): number[] {
  return [...text.matchAll(/^HTTP\/1\.1 (\d{3})/gm)].map(([, status]) => Number(status));
}
