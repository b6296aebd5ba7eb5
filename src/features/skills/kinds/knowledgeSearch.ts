import { Failure } from '../../../lib/errors.ts';
import { searchKnowledge } from '../../knowledge/search.ts';
import { parseSkillConfig } from '../definition.ts';
import { rejectedInputOutcome, wrongTypeFailure, type SkillRunOutcome, type SkillRunner } from './kind.ts';

/** Searches the collections of the skill in the account's knowledge base. */
export const runSearchSkill: SkillRunner = async (
  ctx,
  { skill, arguments: input },
): Promise<SkillRunOutcome> => {
  const config = parseSkillConfig('knowledge_search', skill.config);
  const { query, limit } = input;
  if (typeof query !== 'string') return rejectedInputOutcome(wrongTypeFailure('query', 'string'));
  const usual = 'limit' in config ? config.limit : undefined;
  const collection_ids = 'collection_ids' in config ? config.collection_ids : undefined;
  const wanted = {
    query,
    limit: typeof limit === 'number' ? Math.min(Math.max(Math.trunc(limit), 1), 50) : usual,
    collection_ids: collection_ids?.length ? collection_ids : undefined,
  };
  try {
    return { kind: 'success', output: await searchKnowledge(ctx, wanted), answer_status: null };
  } catch (error) {
    if (error instanceof Failure) return rejectedInputOutcome(error);
    throw error;
  }
};
