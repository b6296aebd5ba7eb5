import {
  callBucket,
  discardResponseBody,
  xmlElementText,
  objectUrl,
  openObject,
  parseBucketUrl,
  listObjectsPage,
  removeObject,
  type Bucket,
} from '../s3Bucket.ts';
import { sha256 } from '../s3Signature.ts';
import { StartupFault } from '../../process/startupFault.ts';
import { archiveExistsFault, type ArchivePlace, type Sink } from './place.ts';

/** Part size of a multipart upload. S3 permits 10,000 parts, which allows backups of 312 GiB. */
const PIECE_BYTES = 32 * 1024 * 1024;

export function bucketPlace(url: string): ArchivePlace {
  const bucket = parseBucketUrl(url);
  return {
    create: (name) => createObject(bucket, name),
    read: (name) => readObject(bucket, name),
    list: () => listNames(bucket),
    remove: (name) => removeObject(bucket, name),
    close: () => bucket.connections.close(),
  };
}

/** Creates an object by multipart upload, because its length is known only at its end. */
async function createObject(bucket: Bucket, name: string): Promise<Sink> {
  if ((await listNames(bucket)).includes(name)) throw archiveExistsFault(name);
  const uploadId = await begin(bucket, name);
  const etags: string[] = [];
  let pieces: Buffer[] = [];
  let bytes = 0;
  const sendPiece = async () => {
    etags.push(
      await putPiece(bucket, name, { uploadId, partNumber: etags.length + 1 }, Buffer.concat(pieces)),
    );
    pieces = [];
    bytes = 0;
  };
  return {
    async write(block) {
      pieces.push(block);
      bytes += block.length;
      if (bytes >= PIECE_BYTES) await sendPiece();
    },
    async finish() {
      if (bytes > 0) await sendPiece();
      await complete(bucket, name, uploadId, etags);
    },
    async abort() {
      const url = objectUrl(bucket, name, { uploadId });
      await discardResponseBody(await callBucket(bucket, { method: 'DELETE', url }, [200, 204, 404]));
    },
  };
}

async function begin(bucket: Bucket, name: string): Promise<string> {
  const url = objectUrl(bucket, name, { uploads: '' });
  const answer = await callBucket(bucket, { method: 'POST', url }, [200]);
  return xmlElementText(await answer.body.text(), 'UploadId');
}

type Piece = { uploadId: string; partNumber: number };

async function putPiece(bucket: Bucket, name: string, piece: Piece, content: Buffer): Promise<string> {
  const url = objectUrl(bucket, name, { uploadId: piece.uploadId, partNumber: String(piece.partNumber) });
  const sent = { bytes: content.length, sha256: sha256(content), body: () => content };
  const answer = await callBucket(bucket, { method: 'PUT', url, sent }, [200]);
  await discardResponseBody(answer);
  return String(answer.headers['etag']);
}

/** Completes a multipart upload. S3 can report an error in the body of a 200 response, so the body is checked. */
async function complete(bucket: Bucket, name: string, uploadId: string, etags: string[]): Promise<void> {
  const parts = etags.map(
    (etag, at) => `<Part><PartNumber>${at + 1}</PartNumber><ETag>${etag}</ETag></Part>`,
  );
  const content = Buffer.from(`<CompleteMultipartUpload>${parts.join('')}</CompleteMultipartUpload>`);
  const url = objectUrl(bucket, name, { uploadId });
  const sent = { bytes: content.length, sha256: sha256(content), body: () => content };
  const answer = await callBucket(bucket, { method: 'POST', url, sent }, [200]);
  const text = await answer.body.text();
  if (!text.includes('CompleteMultipartUploadResult'))
    throw new Error(`the file store did not complete the upload: ${text.slice(0, 500)}`);
}

async function* readObject(bucket: Bucket, name: string): AsyncGenerator<Buffer> {
  const found = await openObject(bucket, name);
  if (!found) throw new StartupFault(`There is no backup ${name} in the bucket.`);
  for await (const block of found.content) yield block as Buffer;
}

/** Lists the names of objects directly below the prefix. */
async function listNames(bucket: Bucket): Promise<string[]> {
  const prefix = bucket.prefix.map((part) => `${part}/`).join('');
  const names: string[] = [];
  for (let last: string | undefined = ''; last !== undefined;) {
    const page = await listObjectsPage(bucket, { prefix, ...(last && { marker: last }) });
    names.push(...page.objects.map(({ name }) => name.slice(prefix.length)));
    last = page.is_last ? undefined : page.objects.at(-1)?.name;
  }
  return names.filter((name) => !name.includes('/'));
}
