/**
 * This module runs in a separate process, because modules read the page's texts when they are loaded, and this one
 * needs German.
 */
import { dashboardTexts } from '../../support/languageTexts.ts';

Object.assign(globalThis, { texts: await dashboardTexts('de') });
const { fillReasonTexts: wordReasons } = await import('./reasonWords.ts');
process.stdout.write(JSON.stringify(await wordReasons()));
