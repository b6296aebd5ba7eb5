/** The program of a process with a German page's texts, which a module reads when it is loaded. */
import '../../../dashboard/language/german/page.ts';
import { wordReasons } from './reasonWords.ts';

process.stdout.write(JSON.stringify(await wordReasons()));
