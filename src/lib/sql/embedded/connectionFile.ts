import { rm } from 'node:fs/promises';
import path from 'node:path';
import { findFileText, writePrivateFile } from './dataDirectory.ts';

/** `host` is the directory of the server's socket. */
export type ConnectionSettings = {
  host: string;
  port: number;
  username: string;
  password: string;
  database: string;
};

/** Tells a second process how to reach the running server. */
export async function writeConnectionFile(data_dir: string, connection: ConnectionSettings): Promise<void> {
  await writePrivateFile(fileIn(data_dir), `${JSON.stringify(connection)}\n`);
}

/**
 * May be stale without a holder of the directory, and missing while a server starts: ask `findHolder` too.
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
