import { isIP } from 'node:net';
import type { FastifyRequest } from 'fastify';
import ipaddr from 'ipaddr.js';

/** The client's address, from trusted proxies only; an invalid address is ignored. */
export function addressOf({ ip, raw }: FastifyRequest): string {
  const address = isIP(ip) ? ip : (raw.socket.remoteAddress ?? '');
  return isIP(address) ? ipaddr.process(address).toString() : address;
}
