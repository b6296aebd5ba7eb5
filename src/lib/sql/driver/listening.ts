import { openConnection, type Connection, type ConnectionOptions } from './connection.ts';

/** The pause between attempts to reconnect. It does not grow, because one attempt per second costs little. */
const AGAIN_AFTER_MS = 1_000;

/**
 * Listens on a channel until `unlisten`, and reconnects after a failure. Notifications during the reconnection are
 * lost, so `onNotify` is also called after every connect.
 */
export async function listenWithReconnect(
  options: ConnectionOptions,
  channel: string,
  onNotify: () => void,
): Promise<{ unlisten(): Promise<void> }> {
  let is_over = false;
  let timer: NodeJS.Timeout | undefined;
  let connection = await listenOnce(options, channel, onNotify);

  const listenAgain = async (): Promise<void> => {
    try {
      const next = await listenOnce(options, channel, onNotify);
      if (is_over) return await next.end();
      connection = next;
      watch();
      // Notifications may have been lost while the connection was broken.
      onNotify();
    } catch {
      wait();
    }
  };
  const wait = () => {
    if (!is_over) timer = setTimeout(() => void listenAgain(), AGAIN_AFTER_MS).unref();
  };
  const watch = () => connection.onEnd(wait);

  watch();
  onNotify();
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
  onNotify: () => void,
): Promise<Connection> {
  const connection = await openConnection(options);
  connection.onNotification(channel, onNotify);
  try {
    await connection.runUnprepared(`listen "${channel}"`);
  } catch (error) {
    connection.kill();
    throw error;
  }
  return connection;
}
