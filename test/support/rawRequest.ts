import { connect } from 'node:net';

export type RawAnswer = { status: number; headers: Record<string, string>; body: string; took_ms: number };

/** Sends raw bytes and reads until the server closes the connection, for requests that no HTTP client can send. */
export function sendRaw(url: string, bytes: string | Buffer): Promise<RawAnswer> {
  const { hostname, port } = new URL(url);
  const started_ms = performance.now();
  return new Promise((resolve, reject) => {
    const socket = connect(Number(port), hostname, () => socket.write(bytes));
    const chunks: Buffer[] = [];
    socket.on('data', (chunk) => {
      chunks.push(chunk);
      if (isWhole(Buffer.concat(chunks).toString('latin1'))) socket.destroy();
    });
    socket.on('error', reject);
    socket.on('close', () => resolve(parse(Buffer.concat(chunks), performance.now() - started_ms)));
  });
}

function isWhole(text: string): boolean {
  const end = text.indexOf('\r\n\r\n');
  const length = /^content-length: (\d+)/im.exec(text)?.[1];
  return end > 0 && length !== undefined && text.length >= end + 4 + Number(length);
}

function parse(bytes: Buffer, took_ms: number): RawAnswer {
  const text = bytes.toString('utf8');
  const [head = '', ...body] = text.split('\r\n\r\n');
  const [first = '', ...lines] = head.split('\r\n');
  const headers = Object.fromEntries(
    lines.map((line) => [
      line.slice(0, line.indexOf(':')).toLowerCase(),
      line.slice(line.indexOf(':') + 1).trim(),
    ]),
  );
  return { status: Number(first.split(' ')[1]), headers, body: body.join('\r\n\r\n'), took_ms };
}
