/*
 * Encrypts and authenticates an archive as a stream, so that nothing is interpreted before it is known to come from
 * someone with the passphrase. scrypt derives the key from the passphrase and the archive's salt; each archive has its
 * own key. The content is split into chunks of 256 KiB (the last one may be shorter), each encrypted with AES-256-GCM.
 * The nonce consists of the chunk number (11 bytes) and a flag for the last chunk (1 byte). A chunk that was changed,
 * moved, repeated or removed therefore fails to decrypt, and so does a truncated archive or a chunk of another archive.
 */
import { createCipheriv, createDecipheriv, createSecretKey, randomBytes, type KeyObject } from 'node:crypto';
import { derivePassphraseKey, SALT_BYTES } from '../../crypto/passphrase.ts';
import type { ByteReader } from './byteReader.ts';
import { DamagedArchive } from './format.ts';

const CIPHER = 'aes-256-gcm';
const NONCE_BYTES = 12;
export const TAG_BYTES = 16;
export const CHUNK_BYTES = 256 * 1024;

export type Encryption = {
  salt: Buffer;
  /** Adds content and returns the encrypted chunks that are now full. */
  push(block: Buffer): Buffer[];
  end(): Buffer;
};

export async function startEncryption(passphrase: string): Promise<Encryption> {
  const salt = randomBytes(SALT_BYTES);
  const key = createSecretKey(await derivePassphraseKey(passphrase, salt));
  let chunks = 0;
  let pieces: Buffer[] = [];
  let bytes = 0;
  const encrypt = (content: Buffer, is_last: boolean) =>
    encryptChunk(key, nonceOf(chunks++, is_last), content);
  return {
    salt,
    push(block) {
      pieces.push(block);
      bytes += block.length;
      // A full chunk is held back until more content follows, because it may be the last one.
      if (bytes <= CHUNK_BYTES) return [];
      const content = Buffer.concat(pieces);
      const full: Buffer[] = [];
      let at = 0;
      for (; content.length - at > CHUNK_BYTES; at += CHUNK_BYTES)
        full.push(encrypt(content.subarray(at, at + CHUNK_BYTES), false));
      pieces = [content.subarray(at)];
      bytes = content.length - at;
      return full;
    },
    end: () => encrypt(Buffer.concat(pieces), true),
  };
}

/** Yields the content of each chunk after the chunk was authenticated. */
export async function* decrypt(bytes: ByteReader, passphrase: string): AsyncGenerator<Buffer, void> {
  const salt = await bytes.take(SALT_BYTES, 'its beginning');
  const key = createSecretKey(await derivePassphraseKey(passphrase, salt));
  for (let chunks = 0; ; chunks++) {
    const chunk = await bytes.takeUpTo(CHUNK_BYTES + TAG_BYTES);
    const is_last = await bytes.isOver();
    const content = decryptChunk(key, nonceOf(chunks, is_last), chunk);
    if (!content) throw notAuthentic(chunks);
    yield content;
    if (is_last) return;
  }
}

function notAuthentic(chunks: number): DamagedArchive {
  if (chunks === 0)
    return new DamagedArchive(
      'This is not the passphrase that the backup was made with, or the backup was changed or truncated.',
    );
  const from = chunks * (CHUNK_BYTES + TAG_BYTES);
  return new DamagedArchive(
    `The backup was changed or truncated after it was written, at or after byte ${from}.`,
  );
}

function nonceOf(chunk: number, is_last: boolean): Buffer {
  const nonce = Buffer.alloc(NONCE_BYTES);
  nonce.writeUIntBE(chunk, NONCE_BYTES - 7, 6);
  nonce.writeUInt8(is_last ? 1 : 0, NONCE_BYTES - 1);
  return nonce;
}

function encryptChunk(key: KeyObject, nonce: Buffer, content: Buffer): Buffer {
  const cipher = createCipheriv(CIPHER, key, nonce);
  return Buffer.concat([cipher.update(content), cipher.final(), cipher.getAuthTag()]);
}

function decryptChunk(key: KeyObject, nonce: Buffer, chunk: Buffer): Buffer | undefined {
  if (chunk.length < TAG_BYTES) return undefined;
  const decipher = createDecipheriv(CIPHER, key, nonce, { authTagLength: TAG_BYTES });
  decipher.setAuthTag(chunk.subarray(-TAG_BYTES));
  const content = decipher.update(chunk.subarray(0, -TAG_BYTES));
  try {
    decipher.final();
    return content;
  } catch {
    return undefined;
  }
}
