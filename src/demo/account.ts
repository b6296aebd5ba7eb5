import { readFile, rename, writeFile } from 'node:fs/promises';
import type { PlatformContext } from '../access/platform.ts';
import type { DemoAccount } from '../access/tools.ts';
import type { SecretBox } from '../lib/crypto/secretBox.ts';
import { printDemoSignIns, seedDemo } from './demo.ts';

/**
 * The file of the demo account, and the secret box that encrypts the file. `is_local`: only this machine can reach the
 * service.
 */
export type DemoPlace = { file: string; box: SecretBox; is_local: boolean };

const CONTEXT = 'demo account';

/**
 * Seeds an empty installation with the demo and prints the demo's sign-ins. If the demo exists already, its sign-ins
 * are printed only if the demo is local.
 */
export async function prepareDemo(
  platform: PlatformContext,
  { file, box, is_local }: DemoPlace,
  say: (line: string) => void,
): Promise<void> {
  const seeded = await seedDemo(platform, say);
  if (!seeded) {
    if (is_local) printDemoSignIns((await readDemoAccount({ file, box, is_local }))?.sign_ins ?? [], say);
    return;
  }
  await writeFile(`${file}.draft`, box.seal(JSON.stringify(seeded), CONTEXT), { mode: 0o600 });
  await rename(`${file}.draft`, file);
}

/** The demo account of this installation; undefined if it has none. Only a local demo shows its sign-ins. */
export async function readDemoAccount({ file, box, is_local }: DemoPlace): Promise<DemoAccount | undefined> {
  try {
    const stored: DemoAccount = JSON.parse(box.open(await readFile(file), CONTEXT));
    return is_local ? stored : { ...stored, sign_ins: [] };
  } catch {
    // An installation without the file or its key works like one without a demo.
    return undefined;
  }
}
