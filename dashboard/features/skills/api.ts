import { queryOptions } from '@tanstack/react-query';
import type { Execution, NewSkill, Skill, TestRun } from '../../../src/features/skills/contract.ts';
import { ask } from '../../api/client.ts';
import type { QueryOf } from '../../api/operations.ts';
import { useAct } from '../../api/useAct.ts';
import { LIST, type Listed } from '../../components/list.ts';

export type { Execution, NewSkill, Skill, TestRun };

export const OWN_SHELF = '/skills';
export const PLATFORM_SHELF = '/staff/skills';
/** An account's own with those it was given, or those of the platform. */
export type SkillShelf = typeof OWN_SHELF | typeof PLATFORM_SHELF;

export function skillsQuery(shelf: SkillShelf) {
  return queryOptions({
    queryKey: ['skills', shelf],
    queryFn: async ({ signal }): Promise<Listed<Skill>> => {
      const { skills } = await ask(`GET ${shelf}`, { signal });
      return { rows: skills, total: skills.length, limit: skills.length, offset: 0 };
    },
  });
}

export function useSaveSkill(shelf: SkillShelf, skill: Skill | undefined, onDone: () => void) {
  return useAct(
    ({ kind, ...input }: NewSkill) =>
      skill
        ? ask(`PATCH ${shelf}`, { query: { skill_id: skill.id }, body: input })
        : ask(`POST ${shelf}`, { body: { ...input, kind } }),
    {
      changes: ['skills'],
      says: skill ? 'Skill changed' : 'Skill created',
      onDone,
      shows_errors_itself: true,
    },
  );
}

export function useDeleteSkill(shelf: SkillShelf, onDone: () => void) {
  return useAct((skill_id: string) => ask(`DELETE ${shelf}`, { query: { skill_id } }), {
    changes: ['skills'],
    says: 'Skill deleted',
    onDone,
  });
}

export function useSkillSecret(shelf: SkillShelf, skill_id: string, how: 'reveal' | 'rotate') {
  return useAct(
    () => ask(`POST ${shelf}/${how}`, { query: { skill_id } }),
    how === 'rotate' ? { changes: [], says: 'Secret replaced' } : { changes: [] },
  );
}

export function useTestSkill(shelf: SkillShelf, skill_id: string) {
  return useAct(
    (input: Record<string, unknown>) => ask(`POST ${shelf}/test`, { body: { skill_id, arguments: input } }),
    { changes: ['executions'], shows_errors_itself: true },
  );
}

export function executionsQuery(filter: QueryOf<'GET /executions'>) {
  return queryOptions({
    ...LIST,
    queryKey: ['executions', filter],
    queryFn: async ({ signal }): Promise<Listed<Execution>> => {
      const { executions, ...page } = await ask('GET /executions', { query: filter, signal });
      return { rows: executions, ...page };
    },
  });
}
