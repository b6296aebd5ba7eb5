import { globSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { rolldown } from 'rolldown';
import { transformSync } from 'rolldown/utils';

/** The content of each file by its path in the package, sorted by path. */
export type PackageFiles = Map<string, string | Buffer>;

const COMMAND_LINE = /^cli\//;

/**
 * Compiles the TypeScript SDK: ES modules with declarations, and one CommonJS file with its own declarations for
 * `require`. The command line is an ES module without declarations.
 */
export async function compileSdk(root: string): Promise<PackageFiles> {
  const sources = join(root, 'sdk/src');
  const files: PackageFiles = new Map();
  for (const name of globSync('**/*.ts', { cwd: sources }).toSorted()) {
    const path = join(sources, name);
    const { code, declaration = '' } = compileFile(path);
    const base = `dist/${name.replaceAll('\\', '/').replace(/\.ts$/, '')}`;
    files.set(`${base}.js`, code);
    if (COMMAND_LINE.test(name)) continue;
    files.set(`${base}.d.ts`, withSuffix(declaration, 'js'));
    files.set(`${base}.d.cts`, withSuffix(declaration, 'cjs'));
  }
  files.set('dist/main.cjs', await bundleForRequire(join(sources, 'main.ts')));
  return files;
}

/** Bundles the command line into one file that needs only Node. */
export async function bundleCommandLine(root: string): Promise<string> {
  const bundle = await rolldown({ input: join(root, 'sdk/src/cli/main.ts'), platform: 'node' });
  const { output } = await bundle.generate({ format: 'esm', minify: true });
  await bundle.close();
  return output[0].code;
}

function compileFile(path: string) {
  const compiled = transformSync(path, readFileSync(path, 'utf8'), {
    lang: 'ts',
    target: 'es2022',
    typescript: { onlyRemoveTypeImports: true, rewriteImportExtensions: 'rewrite', declaration: {} },
  });
  if (compiled.errors.length > 0) throw new Error(`${path}: ${compiled.errors[0]?.message}`);
  return compiled;
}

function withSuffix(declaration: string, suffix: string): string {
  return declaration.replaceAll(/((?:from |import\()"\.{1,2}\/[^"]+)\.ts"/g, `$1.${suffix}"`);
}

async function bundleForRequire(input: string): Promise<string> {
  const bundle = await rolldown({ input, platform: 'neutral', external: /^node:/, treeshake: false });
  const { output } = await bundle.generate({ format: 'cjs', exports: 'named' });
  await bundle.close();
  return output[0].code;
}
