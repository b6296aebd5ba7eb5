import { createServer, type IncomingMessage, type ServerResponse } from 'node:http';
import { once } from 'node:events';
import { buffer } from 'node:stream/consumers';
import { after } from 'node:test';
import type { AddressInfo } from 'node:net';

/** A span as received over OTLP. */
export type CollectedSpan = {
  trace_id: string;
  span_id: string;
  parent_id: string;
  name: string;
  attributes: Record<string, string | number>;
  /** The ids of linked spans. */
  links: string[];
  /** True if the parent span belongs to another process. */
  has_remote_parent: boolean;
  failed: boolean;
};

export type Collector = {
  url: string;
  spans: CollectedSpan[];
  /** The resource attributes of the last received spans. */
  resource: Record<string, string | number>;
  /** All received bytes as text. */
  text: string;
  requests: number;
  /** While true, answers are held back. */
  is_silent: boolean;
  /** The answers that are held back. */
  held: ServerResponse[];
};

/** Opens an OTLP collector over HTTP with protobuf. It closes with the test file. */
export async function openCollector(): Promise<Collector> {
  const server = createServer((request, response) => void take(request, response));
  const take = async (request: IncomingMessage, response: ServerResponse) => {
    const body = await buffer(request);
    collector.requests++;
    read(body);
    if (collector.is_silent) collector.held.push(response);
    else sendAnswer(response);
  };
  const read = (body: Buffer) => {
    collector.text += body.toString('latin1');
    for (const of_resource of messages(body, 1)) {
      collector.resource = Object.assign({}, ...messages(of_resource, 1).map((one) => attributesOf(one, 1)));
      collector.spans.push(...messages(of_resource, 2).flatMap((scope) => messages(scope, 2).map(readSpan)));
    }
  };
  await once(server.listen(0, '127.0.0.1'), 'listening');
  after(() => {
    server.close();
    server.closeAllConnections();
  });
  const url = `http://127.0.0.1:${(server.address() as AddressInfo).port}/v1/traces`;
  const collector: Collector = {
    url,
    spans: [],
    resource: {},
    text: '',
    requests: 0,
    is_silent: false,
    held: [],
  };
  return collector;
}

/** Sends the answer of an export, at once or after it was held back. */
export function sendAnswer(response: ServerResponse): void {
  response.writeHead(200, { 'Content-Type': 'application/x-protobuf' }).end();
}

function readSpan(bytes: Buffer): CollectedSpan {
  const hex = (number: number) => messages(bytes, number)[0]?.toString('hex') ?? '';
  const [status] = messages(bytes, 15);
  return {
    trace_id: hex(1),
    span_id: hex(2),
    parent_id: hex(4),
    name: messages(bytes, 5)[0]?.toString() ?? '',
    attributes: attributesOf(bytes, 9),
    links: messages(bytes, 13).map((link) => messages(link, 2)[0]?.toString('hex') ?? ''),
    has_remote_parent: (flagsOf(bytes) & REMOTE) !== 0,
    failed: status !== undefined && fields(status).some(({ number, value }) => number === 3 && value === 2),
  };
}

/** The bit of a span's flags for a remote parent, as defined by OTLP. */
const REMOTE = 0x200;

function flagsOf(bytes: Buffer): number {
  const value = fields(bytes).find(({ number }) => number === 16)?.value;
  return Buffer.isBuffer(value) ? value.readUInt32LE() : 0;
}

function attributesOf(bytes: Buffer, number: number): Record<string, string | number> {
  const pairs = messages(bytes, number).map((pair): [string, string | number] => {
    const [key, value] = [messages(pair, 1)[0], messages(pair, 2)[0]];
    const [field] = value ? fields(value) : [];
    const read = Buffer.isBuffer(field?.value) ? field.value.toString() : (field?.value ?? '');
    return [key?.toString() ?? '', read];
  });
  return Object.fromEntries(pairs);
}

type Field = { number: number; value: Buffer | number };

/** Returns the fields of a protobuf message with this number that contain bytes: messages, strings or bytes. */
function messages(bytes: Buffer, number: number): Buffer[] {
  return fields(bytes).flatMap((field) =>
    field.number === number && Buffer.isBuffer(field.value) ? [field.value] : [],
  );
}

function fields(bytes: Buffer): Field[] {
  const found: Field[] = [];
  let at = 0;
  const readNumber = () => {
    let value = 0;
    for (let shift = 0; ; shift += 7) {
      const byte = bytes[at++] ?? 0;
      value += (byte & 0x7f) * 2 ** shift;
      if (byte < 0x80) return value;
    }
  };
  const readBytes = (length: number) => bytes.subarray(at, (at += length));
  while (at < bytes.length) {
    const tag = readNumber();
    const kind = tag & 7;
    const value = kind === 0 ? readNumber() : readBytes(kind === 1 ? 8 : kind === 5 ? 4 : readNumber());
    found.push({ number: tag >>> 3, value });
  }
  return found;
}
