import { createSocket } from 'node:dgram';

export type NameServer = { server: string; asked: string[]; close(): Promise<void> };

/** The answer for a host name: addresses, or no answer. */
export type AnswerHostName = (name: string) => string[] | 'silence';
/** The time to live of an answer in seconds, for IPv4 or IPv6 addresses. */
type TtlOf = (name: string, version: 4 | 6) => number;

/** Opens a DNS server on loopback, for names that change, mislead or do not answer. */
export async function openNameServer(zone: AnswerHostName, ttlOf: TtlOf = () => 0): Promise<NameServer> {
  const socket = createSocket('udp4');
  const asked: string[] = [];
  socket.on('message', (question, from) => {
    const { name, type, end } = readQuestion(question);
    asked.push(name);
    const addresses = zone(name);
    if (addresses === 'silence') return;
    const wanted = addresses.filter((address) => address.includes(':') === (type === 28));
    socket.send(
      answerTo(question, { end, type, ttl: ttlOf(name, type === 28 ? 6 : 4) }, wanted),
      from.port,
      from.address,
    );
  });
  await new Promise<void>((resolve) => socket.bind(0, '127.0.0.1', () => resolve()));
  return {
    server: `127.0.0.1:${socket.address().port}`,
    asked,
    close: () => new Promise((resolve) => socket.close(() => resolve())),
  };
}

function readQuestion(message: Buffer): { name: string; type: number; end: number } {
  const labels: string[] = [];
  let at = 12;
  for (let length = message[at] ?? 0; length > 0; length = message[at] ?? 0) {
    labels.push(message.subarray(at + 1, at + 1 + length).toString());
    at += 1 + length;
  }
  return { name: labels.join('.').toLowerCase(), type: message.readUInt16BE(at + 1), end: at + 5 };
}

type Asked = { end: number; type: number; ttl: number };

function answerTo(question: Buffer, { end, type, ttl }: Asked, addresses: string[]): Buffer {
  const header = Buffer.from(question.subarray(0, 12));
  header.writeUInt16BE(0x8180, 2);
  header.writeUInt16BE(addresses.length, 6);
  header.writeUInt16BE(0, 8);
  header.writeUInt16BE(0, 10);
  const records = addresses.map((address) => {
    const data = toBytes(address);
    const fixed = Buffer.alloc(12);
    fixed.writeUInt16BE(0xc00c, 0);
    fixed.writeUInt16BE(type, 2);
    fixed.writeUInt16BE(1, 4);
    fixed.writeUInt32BE(ttl, 6);
    fixed.writeUInt16BE(data.length, 10);
    return Buffer.concat([fixed, data]);
  });
  return Buffer.concat([header, question.subarray(12, end), ...records]);
}

function toBytes(address: string): Buffer {
  if (!address.includes(':')) return Buffer.from(address.split('.').map(Number));
  const [head = '', tail] = address.split('::');
  const groups = (text: string) => (text === '' ? [] : text.split(':').map((group) => parseInt(group, 16)));
  const [left, right] = [groups(head), groups(tail ?? '')];
  const all =
    tail === undefined
      ? left
      : [...left, ...Array.from({ length: 8 - left.length - right.length }, () => 0), ...right];
  return Buffer.from(all.flatMap((group) => [group >> 8, group & 255]));
}
