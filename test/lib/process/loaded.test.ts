/* Modules that a start must not load, because each costs an idle service megabytes. */
import assert from 'node:assert/strict';
import { execFile } from 'node:child_process';
import { test } from 'node:test';
import { promisify } from 'node:util';

const SERVICE = new URL('../../../src/service/service.ts', import.meta.url).href;
/** Node's own fetch, which importing `node:http` loads. */
const OWN_FETCH = 'NativeModule internal/deps/undici/undici';

const LATE = /^(?:nodemailer|sharp|typebox|undici\/index\.js|@node-rs\/|@opentelemetry\/sdk)/;

/** `files` are paths of package files below node_modules. */
type Loaded = { builtins: string[]; files: string[] };

/** Returns everything that a process has loaded after importing these modules. */
async function loadedBy(...modules: string[]): Promise<Loaded> {
  const program = `
    import { registerHooks } from 'node:module';
    const files = new Set();
    registerHooks({
      load(url, context, next) {
        files.add(/.*node_modules\\/(.+)/.exec(url)?.[1] ?? 'own');
        return next(url, context);
      },
    });
    for (const module of ${JSON.stringify(modules)}) await import(module);
    process.stdout.write(JSON.stringify({ builtins: process.moduleLoadList, files: [...files] }));`;
  const args = ['--input-type=module', '--eval', program];
  return JSON.parse((await promisify(execFile)(process.execPath, args, { maxBuffer: 2 ** 24 })).stdout);
}

test("the service starts without loading Node's fetch, mail sending, password hashing, tracing or type building", async () => {
  const { builtins, files } = await loadedBy(SERVICE);
  assert.ok(!builtins.includes(OWN_FETCH));
  assert.ok(files.includes('fastify/fastify.js') && files.includes('own'));
  const late = files.filter((name) => LATE.test(name));
  assert.deepEqual(late, []);
});

test('control: an import of node:http or of the mail sender is detected', async () => {
  const { builtins, files } = await loadedBy('node:http', import.meta.resolve('nodemailer'));
  assert.ok(builtins.includes(OWN_FETCH));
  assert.ok(files.some((name) => LATE.test(name)));
});
