/* A control preloads this module: no database error counts as transient. */
import { registerHooks } from 'node:module';

const CLASSIFIED = 'return error instanceof Error && retrySafeErrors.has(error);';

registerHooks({
  load(url, context, nextLoad) {
    const loaded = nextLoad(url, context);
    if (!url.endsWith('/src/lib/sql/retrySafety.ts')) return loaded;
    const source = loaded.source instanceof Uint8Array ? Buffer.from(loaded.source).toString() : '';
    if (!source.includes(CLASSIFIED)) throw new Error('the control does not find what it replaces');
    return { ...loaded, source: source.replace(CLASSIFIED, 'return false;') };
  },
});
