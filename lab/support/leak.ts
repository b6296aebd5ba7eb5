import { channel } from 'node:diagnostics_channel';

/* Loaded into a service before anything else: it keeps a little of each request for ever, as a careless cache would. */
const KEPT_BYTES = 128 * 1024;
const kept: Buffer[] = [];
channel('http.server.request.start').subscribe(() => void kept.push(Buffer.alloc(KEPT_BYTES, 1)));
