import { ACCOUNT } from './account.ts';
import type { Acts } from './act.ts';
import { DEVELOPERS } from './developers.ts';
import { KNOWLEDGE } from './knowledge.ts';
import { MATERIAL } from './material.ts';
import { STAFF } from './staff.ts';
import { WORK } from './work.ts';

export const ACTS: Acts = { ...WORK, ...MATERIAL, ...KNOWLEDGE, ...ACCOUNT, ...DEVELOPERS, ...STAFF };
