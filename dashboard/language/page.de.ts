import type { Texts } from '../../src/lib/text/translation.ts';

/**
 * The German translations. This module runs before all other scripts of a German page, because module constants contain
 * texts.
 */
const features = import.meta.glob<Texts>(['../**/de.ts', '../../src/access/de.ts'], {
  eager: true,
  import: 'texts',
});
Object.assign(globalThis, { texts: Object.assign({}, ...Object.values(features)) });
