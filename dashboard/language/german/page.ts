import { germanPlurals } from './counted.ts';
import { germanTexts } from './german.ts';

/** Runs before the scripts of a German page, whose texts may stand in constants. */
Object.assign(globalThis, { texts: { german: germanTexts, counted: germanPlurals } });
