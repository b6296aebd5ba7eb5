import { channel } from 'node:diagnostics_channel';

/*
 * This module is loaded into a service before everything else. It plants a memory leak by keeping a buffer per request,
 * like a careless cache.
 */
const KEPT_BYTES = 128 * 1024;
const kept: Buffer[] = [];
channel('http.server.request.start').subscribe(() => void kept.push(Buffer.alloc(KEPT_BYTES, 1)));
