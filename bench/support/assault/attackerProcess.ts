import { readSlowly, sendForms, writeSlowly } from './attackers.ts';

/** In a process of its own, so that its work is not measured; runs until it is killed. */
const [url = '', ...kinds] = process.argv.slice(2);
if (kinds.includes('readers')) readSlowly(url, 500);
if (kinds.includes('writers')) writeSlowly(url, 50);
if (kinds.includes('forms')) sendForms(url, 20);
