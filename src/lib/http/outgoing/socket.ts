import { connect as connectTcp, isIPv6, type Socket } from 'node:net';
import { connect as connectTls, type TLSSocket } from 'node:tls';
import { ipAddressInUrl, type Guard } from './guard.ts';
import { BlockedAddress, CallFailure } from './outcome.ts';

export type ConnectedSocket = { socket: Socket | TLSSocket; address: string };

/** Time after which the next address is tried in parallel (Happy Eyeballs). */
const NEXT_ADDRESS_MS = 2_000;

/** Connects to one of the addresses. Checks the address of the connected socket again, before TLS. */
export async function openSocket(
  url: URL,
  addresses: readonly string[],
  guard: Guard,
  ending: AbortSignal,
): Promise<ConnectedSocket> {
  const tcp = connectTcp({
    host: addresses.length === 1 ? addresses[0] : url.hostname,
    port: portOf(url),
    lookup: fixedLookup(addresses),
    autoSelectFamily: addresses.length > 1,
    autoSelectFamilyAttemptTimeout: NEXT_ADDRESS_MS,
    noDelay: true,
  });
  await until(tcp, 'connect', ending);
  const address = tcp.remoteAddress;
  if (address === undefined || !guard.permits(url, address)) {
    tcp.destroy();
    throw new BlockedAddress(address ?? null);
  }
  if (url.protocol === 'http:') return { socket: tcp, address };
  return { socket: await secure(tcp, url, ending), address };
}

async function secure(tcp: Socket, url: URL, ending: AbortSignal): Promise<TLSSocket> {
  const literal = ipAddressInUrl(url);
  const name = literal === undefined ? { servername: url.hostname.replace(/\.$/, '') } : { host: literal };
  const socket = connectTls({ socket: tcp, ALPNProtocols: ['http/1.1'], ...name });
  await until(socket, 'secureConnect', ending);
  return socket;
}

function portOf(url: URL): number {
  return Number(url.port) || (url.protocol === 'https:' ? 443 : 80);
}

/** Replaces the DNS lookup of the socket, so that only the checked addresses are used. */
function fixedLookup(addresses: readonly string[]) {
  return (
    _host: string,
    _options: unknown,
    done: (error: null, all: { address: string; family: number }[]) => void,
  ) => {
    done(
      null,
      addresses.map((address) => ({ address, family: isIPv6(address) ? 6 : 4 })),
    );
  };
}

function until(socket: Socket, event: 'connect' | 'secureConnect', ending: AbortSignal): Promise<void> {
  return new Promise((resolve, reject) => {
    const settle = (error?: Error) => {
      ending.removeEventListener('abort', stop);
      if (!error) return resolve();
      socket.destroy();
      reject(error);
    };
    const stop = () => settle(new CallFailure('timed_out_connecting'));
    ending.addEventListener('abort', stop, { once: true });
    socket.once(event, () => settle());
    // This listener stays attached, because an unhandled socket error would crash the process.
    socket.on('error', settle);
    socket.once('close', () => settle(new CallFailure('connection_lost')));
    if (ending.aborted) stop();
  });
}
