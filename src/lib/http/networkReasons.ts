import { defineReasons } from '../text/reasons.ts';

export const networkReasons = defineReasons({
  not_a_network: '“{text}” is no address or network, such as 203.0.113.7 or 2001:db8::/48',
  not_network_start: '“{text}” is not the start of its network: {network}, or {address} alone',
});
