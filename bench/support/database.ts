import { type ConnectionSettings, findConnection } from '../../src/lib/sql/embedded/embedded.ts';

/** How the bench and further processes reach the database that a service keeps in its directory. */
export async function reachDatabase(
  data_dir: string,
): Promise<{ connection: ConnectionSettings; DATABASE_URL: string }> {
  const connection = await findConnection(data_dir);
  if (!connection) throw new Error('the service left no connection file');
  const { username, password, host, port, database } = connection;
  const DATABASE_URL = `postgres://${username}:${password}@${encodeURIComponent(host)}:${port}/${database}`;
  return { connection, DATABASE_URL };
}
