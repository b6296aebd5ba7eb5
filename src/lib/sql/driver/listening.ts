import { openConnection, type Connection, type ConnectionOptions } from './connection.ts';

const AGAIN_AFTER_MS = 1_000;

/** Listens until ended; notifications during a broken connection are lost. */
export async function listenWithReconnect(
  options: ConnectionOptions,
  channel: string,
  told: () => void,
): Promise<{ unlisten(): Promise<void> }> {
  let is_over = false;
  let timer: NodeJS.Timeout | undefined;
  let connection = await listenOnce(options, channel, told);

  const listenAgain = async (): Promise<void> => {
    try {
      const next = await listenOnce(options, channel, told);
      if (is_over) return await next.end();
      connection = next;
      watch();
      // Notifications may have been missed.
      told();
    } catch {
      wait();
    }
  };
  const wait = () => {
    if (!is_over) timer = setTimeout(() => void listenAgain(), AGAIN_AFTER_MS).unref();
  };
  const watch = () => connection.onEnd(wait);

  watch();
  told();
  return {
    async unlisten() {
      is_over = true;
      clearTimeout(timer);
      await connection.end();
    },
  };
}

async function listenOnce(
  options: ConnectionOptions,
  channel: string,
  told: () => void,
): Promise<Connection> {
  const connection = await openConnection(options);
  connection.hear(channel, told);
  try {
    await connection.askPlainly(`listen "${channel}"`);
  } catch (error) {
    connection.kill();
    throw error;
  }
  return connection;
}
