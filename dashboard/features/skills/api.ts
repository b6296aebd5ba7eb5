import { queryOptions } from '@tanstack/react-query';
import type { NewSkill, Skill, TestRun } from '../../../src/features/skills/contract.ts';
import type { Execution } from '../../../src/features/skills/executions/contract.ts';
import { callApi } from '../../api/client.ts';
import type { OperationQuery } from '../../api/operations.ts';
import { useApiMutation } from '../../api/useApiMutation.ts';
import { filterToInstants } from '../../format/format.ts';
import { LIST, type ListPageData } from '../../api/list.ts';
import { t } from '../../language/t.ts';

export type { Execution, NewSkill, Skill, TestRun };

export const ACCOUNT_SKILLS_PATH = '/skills';
export const PLATFORM_SKILLS_PATH = '/staff/skills';
/** An account's own with those it was given, or those of the platform. */
export type SkillsPath = typeof ACCOUNT_SKILLS_PATH | typeof PLATFORM_SKILLS_PATH;

export function skillsQuery(path: SkillsPath) {
  return queryOptions({
    queryKey: ['skills', path],
    queryFn: async ({ signal }): Promise<ListPageData<Skill>> => {
      const { skills } = await callApi(`GET ${path}`, { signal });
      return { rows: skills, total: skills.length, limit: skills.length, offset: 0 };
    },
  });
}

export function useSaveSkill(path: SkillsPath, skill: Skill | undefined, onDone: () => void) {
  return useApiMutation(
    (callApi, { kind, ...input }: NewSkill) =>
      skill
        ? callApi(`PATCH ${path}`, { query: { skill_id: skill.id }, body: input })
        : callApi(`POST ${path}`, { body: { ...input, kind } }),
    {
      changes: ['skills'],
      says: skill ? t('Skill changed') : t('Skill created'),
      onDone,
      showsErrorsItself: true,
    },
  );
}

export function useDeleteSkill(path: SkillsPath, onDone: () => void) {
  return useApiMutation((callApi, skill_id: string) => callApi(`DELETE ${path}`, { query: { skill_id } }), {
    changes: ['skills'],
    says: t('Skill deleted'),
    onDone,
  });
}

export function useSkillSecret(path: SkillsPath, skill_id: string, how: 'reveal' | 'rotate') {
  return useApiMutation(
    (callApi) => callApi(`POST ${path}/${how}`, { query: { skill_id } }),
    how === 'rotate' ? { changes: [], says: t('Secret rotated') } : { changes: [] },
  );
}

export function useTestSkill(path: SkillsPath, skill_id: string) {
  return useApiMutation(
    (callApi, input: Record<string, unknown>) =>
      callApi(`POST ${path}/test`, { body: { skill_id, arguments: input } }),
    { changes: ['executions'], showsErrorsItself: true },
  );
}

export function executionsQuery(filter: OperationQuery<'GET /executions'>) {
  return queryOptions({
    ...LIST,
    queryKey: ['executions', filter],
    queryFn: async ({ signal }): Promise<ListPageData<Execution>> => {
      const { executions, ...page } = await callApi('GET /executions', {
        query: filterToInstants(filter),
        signal,
      });
      return { rows: executions, ...page };
    },
  });
}
