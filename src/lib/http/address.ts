import { isIP } from 'node:net';
import type { FastifyRequest } from 'fastify';
import ipaddr from 'ipaddr.js';

/** Where a request came from, as far as somebody who is believed says so; what is no address is not believed. */
export function addressOf({ ip, raw }: FastifyRequest): string {
  const address = isIP(ip) ? ip : (raw.socket.remoteAddress ?? '');
  return isIP(address) ? ipaddr.process(address).toString() : address;
}
