import { queryOptions } from '@tanstack/react-query';
import type { NewSkill, Skill, TestRun } from '../../../src/features/skills/contract.ts';
import type { Execution } from '../../../src/features/skills/executions/contract.ts';
import { ask } from '../../api/client.ts';
import type { QueryOf } from '../../api/operations.ts';
import { useAct } from '../../api/useAct.ts';
import { inMoments } from '../../format/format.ts';
import { LIST, type Listed } from '../../api/list.ts';
import { t } from '../../language/t.ts';

export type { Execution, NewSkill, Skill, TestRun };

export const OWN_SKILLS = '/skills';
export const PLATFORM_SKILLS = '/staff/skills';
/** An account's own with those it was given, or those of the platform. */
export type SkillsPath = typeof OWN_SKILLS | typeof PLATFORM_SKILLS;

export function skillsQuery(path: SkillsPath) {
  return queryOptions({
    queryKey: ['skills', path],
    queryFn: async ({ signal }): Promise<Listed<Skill>> => {
      const { skills } = await ask(`GET ${path}`, { signal });
      return { rows: skills, total: skills.length, limit: skills.length, offset: 0 };
    },
  });
}

export function useSaveSkill(path: SkillsPath, skill: Skill | undefined, onDone: () => void) {
  return useAct(
    (ask, { kind, ...input }: NewSkill) =>
      skill
        ? ask(`PATCH ${path}`, { query: { skill_id: skill.id }, body: input })
        : ask(`POST ${path}`, { body: { ...input, kind } }),
    {
      changes: ['skills'],
      says: skill ? t('Skill changed') : t('Skill created'),
      onDone,
      showsErrorsItself: true,
    },
  );
}

export function useDeleteSkill(path: SkillsPath, onDone: () => void) {
  return useAct((ask, skill_id: string) => ask(`DELETE ${path}`, { query: { skill_id } }), {
    changes: ['skills'],
    says: t('Skill deleted'),
    onDone,
  });
}

export function useSkillSecret(path: SkillsPath, skill_id: string, how: 'reveal' | 'rotate') {
  return useAct(
    (ask) => ask(`POST ${path}/${how}`, { query: { skill_id } }),
    how === 'rotate' ? { changes: [], says: t('Secret replaced') } : { changes: [] },
  );
}

export function useTestSkill(path: SkillsPath, skill_id: string) {
  return useAct(
    (ask, input: Record<string, unknown>) =>
      ask(`POST ${path}/test`, { body: { skill_id, arguments: input } }),
    { changes: ['executions'], showsErrorsItself: true },
  );
}

export function executionsQuery(filter: QueryOf<'GET /executions'>) {
  return queryOptions({
    ...LIST,
    queryKey: ['executions', filter],
    queryFn: async ({ signal }): Promise<Listed<Execution>> => {
      const { executions, ...page } = await ask('GET /executions', { query: inMoments(filter), signal });
      return { rows: executions, ...page };
    },
  });
}
