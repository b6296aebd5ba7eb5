import { type ConnectionSettings, findConnection } from '../../src/lib/sql/embedded/embedded.ts';

/** Finds the embedded database of a service by its data directory, for the bench and other processes. */
export async function reachDatabase(
  data_dir: string,
): Promise<{ connection: ConnectionSettings; DATABASE_URL: string }> {
  const connection = await findConnection(data_dir);
  if (!connection) throw new Error('the service left no connection file');
  const { username, password, host, port, database } = connection;
  const DATABASE_URL = `postgres://${username}:${password}@${encodeURIComponent(host)}:${port}/${database}`;
  return { connection, DATABASE_URL };
}
