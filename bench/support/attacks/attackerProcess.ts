import { readSlowly, sendForms, writeSlowly } from './attackers.ts';

/** Attackers run in a separate process, so that their own work is not measured. The process runs until it is killed. */
const [url = '', ...kinds] = process.argv.slice(2);
if (kinds.includes('readers')) readSlowly(url, 500);
if (kinds.includes('writers')) writeSlowly(url, 50);
if (kinds.includes('forms')) sendForms(url, 20);
