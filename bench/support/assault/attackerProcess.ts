import { readSlowly, sendForms, writeSlowly } from './attackers.ts';

/* Apart from those who watch, so that their work is not in what is measured; it goes on until it is killed. */
const [url = '', ...kinds] = process.argv.slice(2);
if (kinds.includes('readers')) readSlowly(url, 500);
if (kinds.includes('writers')) writeSlowly(url, 50);
if (kinds.includes('forms')) sendForms(url, 20);
