import { translator } from '../../lib/text/translation.ts';
import { texts as de } from './de.ts';

export const t = translator({ de });
