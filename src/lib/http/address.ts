import { isIP } from 'node:net';
import type { FastifyRequest } from 'fastify';
import ipaddr from 'ipaddr.js';

/**
 * Returns the client's IP address in canonical form. Forwarded addresses count only from trusted proxies; an invalid
 * one is ignored and the socket's address is used.
 */
export function clientAddressOf({ ip, raw }: FastifyRequest): string {
  const address = isIP(ip) ? ip : (raw.socket.remoteAddress ?? '');
  return isIP(address) ? ipaddr.process(address).toString() : address;
}
