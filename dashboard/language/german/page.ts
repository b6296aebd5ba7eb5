import { counted } from './counted.ts';
import { german } from './german.ts';

/** Runs before the scripts of a German page, whose texts may stand in constants. */
Object.assign(globalThis, { texts: { german, counted } });
