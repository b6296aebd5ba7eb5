import { createHash } from 'node:crypto';
import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify';
import { notFound } from '../../../access/notFound.ts';
import type { Tools } from '../../../access/tools.ts';
import type { PathTable } from '../../../lib/http/paths.ts';
import { sendStream } from '../../../lib/http/streams.ts';
import { isUuid } from '../../../lib/ids.ts';
import type { Database } from '../../../lib/sql/sql.ts';
import { renderFormPdf } from '../sheet/sheet.ts';
import { FORM_FILE_AREA } from '../template.ts';
import * as queries from '../sql/files.ts';

const PATH = '/files/:account_id/:name';
const NAME = /^[0-9a-f]{48}$/;

/** A browser can cache a file for five minutes, even after its deletion. */
const HEADERS = {
  'Cache-Control': 'private, max-age=300',
  'Content-Security-Policy': "default-src 'none'; style-src 'unsafe-inline'; sandbox",
  'Cross-Origin-Resource-Policy': 'cross-origin',
  'Referrer-Policy': 'no-referrer',
  'X-Content-Type-Options': 'nosniff',
  'X-Frame-Options': 'DENY',
} as const;

export type FormFileDoor = { databaseFor: (account_id: string) => Database; tools: Pick<Tools, 'files'> };

/** Serves template images and thumbnails. They need no credential, because their URLs cannot be guessed. */
export function openFormFileDoor(server: FastifyInstance, paths: PathTable, door: FormFileDoor): void {
  paths.set(PATH, ['GET']);
  server.get(PATH, (request, reply) => serveFile(door, request, reply));
}

async function serveFile(
  { databaseFor, tools: { files } }: FormFileDoor,
  request: FastifyRequest,
  reply: FastifyReply,
): Promise<FastifyReply> {
  const { account_id, name } = readAddress(request);
  const find = () =>
    queries.findReferencedFile(databaseFor(account_id), account_id, `${FORM_FILE_AREA}/${name}`);
  const served = await find();
  if (!served) return serveSheet(databaseFor(account_id), request, reply);

  reply.headers({ ...HEADERS, ETag: `"${served.etag}"` });
  if (request.headers['if-none-match']?.includes(`"${served.etag}"`)) return reply.code(304).send();
  const file = await files.open(served.key);
  // The file may have been replaced since the query; then the new row no longer references it.
  if (!file && !(await find())) throw notFound('File');
  if (!file) throw new Error(`the file ${served.key} of a form is missing`);
  // Browsers do not display a PDF with the CSP `sandbox`, so it is downloaded.
  if (served.mime_type === 'application/pdf') reply.header('Content-Disposition', 'attachment');
  reply.type(served.mime_type).header('Content-Length', file.bytes);
  return sendStream(reply, file.content);
}

/** Generates the PDF of a form without a template file, on each request, so that it shows the current fields. */
async function serveSheet(db: Database, request: FastifyRequest, reply: FastifyReply): Promise<FastifyReply> {
  const { account_id, name } = readAddress(request);
  const form = await queries.findFormByPdfPath(db, account_id, `/files/${account_id}/${name}`);
  if (!form) throw notFound('File');
  const sheet = renderFormPdf(form);
  const etag = `"${createHash('sha256').update(sheet).digest('hex').slice(0, 32)}"`;
  reply.headers({ ...HEADERS, ETag: etag });
  if (request.headers['if-none-match']?.includes(etag)) return reply.code(304).send();
  return reply.header('Content-Disposition', 'attachment').type('application/pdf').send(sheet);
}

function readAddress(request: FastifyRequest): { account_id: string; name: string } {
  const address = new Map<string, unknown>(Object.entries(Object(request.params)));
  const account_id = String(address.get('account_id'));
  const name = String(address.get('name'));
  if (!isUuid(account_id) || !NAME.test(name)) throw notFound('File');
  return { account_id, name };
}
