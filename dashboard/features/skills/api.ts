import { queryOptions } from '@tanstack/react-query';
import type { NewSkill, Skill, SkillTestResult } from '../../../src/features/skills/contract.ts';
import type { Execution } from '../../../src/features/skills/executions/contract.ts';
import { callApi } from '../../api/client.ts';
import type { OperationBody, OperationQuery } from '../../api/operations.ts';
import { queryClient } from '../../api/queryClient.ts';
import { useApiMutation } from '../../api/useApiMutation.ts';
import { filterRecordOptions, type RecordSource } from '../../components/picker/source.ts';
import { convertFilterDaysToInstants } from '../../format/format.ts';
import { LIST_QUERY_OPTIONS, toListPage, toSinglePage } from '../../api/list.ts';
import { t, verbatim } from '../../language/t.ts';

export type { Execution, NewSkill, Skill, SkillTestResult };

export const ACCOUNT_SKILLS_PATH = '/skills';
export const PLATFORM_SKILLS_PATH = '/staff/skills';
/** The path of a list of skills: the skills of an account and those allocated to it, or the skills of the platform. */
export type SkillsPath = typeof ACCOUNT_SKILLS_PATH | typeof PLATFORM_SKILLS_PATH;

export function skillsQuery(path: SkillsPath) {
  return queryOptions({
    queryKey: ['skills', path],
    queryFn: ({ signal }) => toSinglePage('skills', callApi(`GET ${path}`, { signal })),
  });
}

/** Returns the skills of a list, for a picker. The API returns all of them. */
export function skillSource(path: SkillsPath): RecordSource {
  return {
    key: ['skills', path, 'choice'],
    read: async (filter) => {
      const { rows } = await queryClient.fetchQuery(skillsQuery(path));
      return filterRecordOptions(
        rows.map(({ id, name }) => ({ value: id, label: verbatim(name) })),
        filter,
      );
    },
  };
}

export function useSaveSkill(path: SkillsPath, skill: Skill | undefined, onDone: () => void) {
  return useApiMutation(
    (callApi, input: { edit: OperationBody<'PATCH /skills'>; skill: NewSkill }) =>
      skill
        ? callApi(`PATCH ${path}`, { query: { skill_id: skill.id }, body: input.edit })
        : callApi(`POST ${path}`, { body: input.skill }),
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

export function useRevealOrRotateSecret(path: SkillsPath, skill_id: string, how: 'reveal' | 'rotate') {
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
    ...LIST_QUERY_OPTIONS,
    queryKey: ['executions', filter],
    queryFn: ({ signal }) =>
      toListPage(
        'executions',
        callApi('GET /executions', { query: convertFilterDaysToInstants(filter), signal }),
      ),
  });
}
