import { readSlowly, sendForms, writeSlowly } from './attackers.ts';

/** A separate process, so that the attackers' own work is not measured. Runs until it is killed. */
const [url = '', ...kinds] = process.argv.slice(2);
if (kinds.includes('readers')) readSlowly(url, 500);
if (kinds.includes('writers')) writeSlowly(url, 50);
if (kinds.includes('forms')) sendForms(url, 20);
