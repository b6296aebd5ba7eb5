import { Failure } from '../../../lib/errors.ts';
import { searchKnowledge } from '../../knowledge/search.ts';
import { readSkillConfig } from '../definition.ts';
import { rejectedInput, wrongType, type RunOutcome, type RunKind } from './kind.ts';

/** Searches the account's knowledge within the skill's collections. */
export const runSearchSkill: RunKind = async (ctx, { skill, arguments: input }): Promise<RunOutcome> => {
  const config = readSkillConfig('knowledge_search', skill.config);
  const { query, limit } = input;
  if (typeof query !== 'string') return rejectedInput(wrongType('query', 'string'));
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
    if (error instanceof Failure) return rejectedInput(error);
    throw error;
  }
};
