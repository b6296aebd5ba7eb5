import { once } from 'node:events';
import { connect } from 'node:net';

/**
 * Sends a whole request before reading anything, as many HTTP libraries do. Rejects if the connection breaks
 * meanwhile.
 */
export async function sendWithoutReading(url: string, pieces: (string | Buffer)[]): Promise<string> {
  const { hostname, port } = new URL(url);
  const socket = connect(Number(port), hostname).pause();
  const failed = once(socket, 'error').then(([error]) => Promise.reject(error));
  await Promise.race([failed, once(socket, 'connect')]);
  for (const piece of pieces) await Promise.race([failed, new Promise((done) => socket.write(piece, done))]);
  let answer = '';
  socket.on('data', (chunk) => (answer += chunk.toString('latin1'))).resume();
  await Promise.race([failed, once(socket, 'end')]);
  socket.destroy();
  return answer;
}

/** Returns the pieces of a request with Content-Length, or with chunked encoding. */
export function piecesOf(head: string, body: Buffer, is_chunked: boolean): (string | Buffer)[] {
  if (!is_chunked) return [`${head}Content-Length: ${body.length}\r\n\r\n`, body];
  const size = 64 * 1024;
  const chunks = Array.from({ length: Math.ceil(body.length / size) }, (_, at) => {
    const chunk = body.subarray(at * size, (at + 1) * size);
    return Buffer.concat([Buffer.from(`${chunk.length.toString(16)}\r\n`), chunk, Buffer.from('\r\n')]);
  });
  return [`${head}Transfer-Encoding: chunked\r\n\r\n`, ...chunks, '0\r\n\r\n'];
}
