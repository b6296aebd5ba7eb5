import { readFile } from 'node:fs/promises';
import { NewSkill } from '../src/features/skills/contract.ts';
import { createSkill, listSkills, revealSkillSecret } from '../src/features/skills/skills.ts';
import { bodyReader } from '../src/lib/http/validate.ts';
import { badRequest } from '../src/lib/errors.ts';
import { untranslated } from '../src/lib/text/reasons.ts';
import { contextFor, command } from './command.ts';
import { ACCOUNT_FLAG, fileFlag, switchFlag, idFlag, optionalFlag } from './flags.ts';

const readSkill = bodyReader(NewSkill);
export const OWNER = {
  account: optionalFlag(ACCOUNT_FLAG),
  platform: switchFlag('Instead of an account: the record belongs to the platform, for bundles'),
};

export const skillCommands = [
  command('skill create', {
    about: 'Creates a skill from a file that describes it in JSON',
    flags: { ...OWNER, file: fileFlag('F', 'The name, kind, schema and settings of the skill') },
    run: async (operator, { file: path, ...owner }) => {
      const ctx = await contextFor(operator, owner);
      const input = readSkill(await readJson(path));
      const { id: skill_id } = await createSkill(ctx, input);
      return { skill_id };
    },
  }),
  command('skill list', {
    about: 'Lists the skills of an account, including those of its bundles',
    flags: OWNER,
    run: async (operator, owner) => ({ skills: await listSkills(await contextFor(operator, owner)) }),
  }),
  command('skill secret', {
    about: 'Shows the signing secret of a skill',
    flags: { ...OWNER, id: idFlag('S', 'The skill') },
    run: async (operator, { id: skill_id, ...owner }) =>
      revealSkillSecret(await contextFor(operator, owner), skill_id),
  }),
];

async function readJson(path: string): Promise<unknown> {
  const text = await readFile(path, 'utf8');
  try {
    return JSON.parse(text);
  } catch {
    throw badRequest(path, untranslated('not valid JSON'));
  }
}
