import { readFileSync } from 'node:fs';
import { registerHooks } from 'node:module';
import { fileURLToPath } from 'node:url';

/*
 * Version 3.4.9 of the driver forgets to clean up when a connection closes: a write that waits throws where
 * nobody can catch, which ends the process, or is never sent, nor any other on that connection of the pool; and
 * the last error meets whoever comes next; and a transaction goes on without its connection. And it holds on to
 * what it has answered. All are corrected as the files are loaded; another version must be looked at before it is
 * used.
 */
type Correction = [wrong: string, right: string];

/** A transaction that lost its connection must not go on, outside of any transaction, on the one that replaces it. */
const POOL: Correction[] = [
  [
    `      , prepare = null

    try {`,
    `      , prepare = null
      , lost = null

    try {`,
  ],
  [`connection.onclose = reject)`, `connection.onclose = e => (lost = e, reject(e)))`],
  [
    `        c.queue === full
          ? queries.push(q)`,
    `        if (lost)
          return q.reject(lost)
        c.queue === full
          ? queries.push(q)`,
  ],
];

const CONNECTION: Correction[] = [
  [
    `  function nextWrite(fn) {
    const x =`,
    `  function nextWrite(fn) {
    if (!socket) {
      forgetWrite()
      error(Errors.connection('CONNECTION_CLOSED', options))
      return false
    }
    const x =`,
  ],
  [
    `  function connectTimedOut() {`,
    `  function forgetWrite() {
    clearImmediate(nextWriteTimer)
    chunk = nextWriteTimer = null
  }

  function connectTimedOut() {`,
  ],
  [
    `    incomings = null
    clearImmediate(nextWriteTimer)`,
    `    incomings = null
    forgetWrite()`,
  ],
  [
    `    !hadError && (query || sent.length) && error(Errors.connection('CONNECTION_CLOSED', options, socket))`,
    `    if (query || sent.length) error(Errors.connection('CONNECTION_CLOSED', options, socket))
    query = results = errorResponse = null`,
  ],
  // Its failure is told to the query that waits for the connection; here nobody listens.
  [`        return fetchArrayTypes()`, `        return fetchArrayTypes().catch(() => {})`],
];

/**
 * A promise with a closure as a member outlives every short collection of garbage, and so does what it brought. All
 * answers of the database were carried along until a long one, which stopped everything for 20 ms, twice a second.
 */
const QUERY: Correction[] = [
  [
    `    this.resolve = x => (this.active = false, resolve(x))
    this.reject = x => (this.active = false, reject(x))
`,
    `    this.settle = { resolve, reject }
`,
  ],
  [
    `  cancel() {`,
    `  resolve(x) {
    this.active = false
    this.settle.resolve(x)
  }

  reject(x) {
    this.active = false
    this.settle.reject(x)
  }

  cancel() {`,
  ],
];

const FILES: Record<string, Correction[]> = {
  '/postgres/src/connection.js': CONNECTION,
  '/postgres/src/index.js': POOL,
  '/postgres/src/query.js': QUERY,
};

registerHooks({
  load(url, context, nextLoad) {
    const loaded = nextLoad(url, context);
    const [, corrections] = Object.entries(FILES).find(([file]) => url.endsWith(file)) ?? [];
    return corrections
      ? { ...loaded, source: correct(readFileSync(fileURLToPath(url), 'utf8'), corrections) }
      : loaded;
  },
});

function correct(source: string, corrections: Correction[]): string {
  return corrections.reduce((text, [wrong, right]) => {
    if (text.split(wrong).length !== 2) throw new Error('The driver changed: look at its corrections again.');
    return text.replace(wrong, right);
  }, source);
}

// Loaded only now, so that the corrections hold.
export const { default: postgres } = await import('postgres');
