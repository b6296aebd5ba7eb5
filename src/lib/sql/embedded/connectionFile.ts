import { rm } from 'node:fs/promises';
import path from 'node:path';
import { findFileText, writePrivateFile } from './dataDirectory.ts';

/** Connection parameters of the embedded server. `host` is the directory of its Unix socket. */
export type ConnectionSettings = {
  host: string;
  port: number;
  username: string;
  password: string;
  database: string;
};

/** Writes the connection parameters to DATA_DIR, so that other processes can connect to the running server. */
export async function writeConnectionFile(data_dir: string, connection: ConnectionSettings): Promise<void> {
  await writePrivateFile(fileIn(data_dir), `${JSON.stringify(connection)}\n`);
}

/**
 * Reads the connection parameters of the running server. The file may be stale after a crash and missing during a
 * start, so check `findDirectoryLockHolder` as well.
 */
export async function findConnection(data_dir: string): Promise<ConnectionSettings | undefined> {
  const text = await findFileText(fileIn(data_dir));
  if (text === undefined) return undefined;
  const value: unknown = JSON.parse(text);
  return isConnection(value) ? value : undefined;
}

export async function removeConnectionFile(data_dir: string): Promise<void> {
  await rm(fileIn(data_dir), { force: true });
}

function isConnection(value: unknown): value is ConnectionSettings {
  const { host, port, username, password, database } = Object(value);
  return (
    [host, username, password, database].every((part) => typeof part === 'string') && typeof port === 'number'
  );
}

function fileIn(data_dir: string): string {
  return path.join(data_dir, 'postgres.json');
}
