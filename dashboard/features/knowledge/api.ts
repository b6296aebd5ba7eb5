import { queryOptions } from '@tanstack/react-query';
import type {
  Collection,
  CollectionList,
  KnowledgeDocument,
  KnowledgeLanguage,
  PassageList,
} from '../../../src/features/knowledge/contract.ts';
import { callApi } from '../../api/client.ts';
import type { OperationQuery } from '../../api/operations.ts';
import { useApiMutation } from '../../api/useApiMutation.ts';
import { LIST, type ListPageData } from '../../api/list.ts';
import { useKnowledgeOwner, type KnowledgeOwner } from './owner.ts';
import { t } from '../../language/t.ts';

export type { Collection, KnowledgeDocument };
export type KnowledgeLanguageCode = KnowledgeLanguage['language'];
export type Passage = PassageList['passages'][number];

const EVERY_MS = 1_500;

type Place = Pick<KnowledgeOwner, 'at'>;

/** Refetches often while a document is being read. */
export function documentsQuery({ at }: Place, filter: OperationQuery<'GET /documents'>) {
  return queryOptions({
    ...LIST,
    queryKey: ['documents', at, filter],
    queryFn: async ({ signal }): Promise<ListPageData<KnowledgeDocument>> => {
      const { documents, ...page } = await callApi(`GET ${at}/documents`, { query: filter, signal });
      return { rows: documents, ...page };
    },
    refetchInterval: ({ state }) => (state.data?.rows.some(isOnItsWay) ? EVERY_MS : false),
  });
}

function isOnItsWay({ state }: KnowledgeDocument): boolean {
  return state === 'queued' || state === 'processing';
}

export const languageQuery = queryOptions({
  queryKey: ['documents', 'language'],
  queryFn: ({ signal }) => callApi('GET /knowledge/language', { signal }),
});

export function useChangeLanguage() {
  return useApiMutation(
    (callApi, language: KnowledgeLanguageCode) =>
      callApi('PATCH /knowledge/language', { body: { language } }),
    {
      changes: ['documents', 'knowledge'],
      showsErrorsItself: true,
    },
  );
}

export function collectionsQuery({ at }: Place) {
  return queryOptions({
    queryKey: ['documents', at, 'collections'],
    queryFn: ({ signal }) => callApi(`GET ${at}/collections`, { signal }),
  });
}

/** Collections as rows of a list page. */
export function collectionListQuery(place: Place) {
  return queryOptions({
    ...collectionsQuery(place),
    select: ({ collections }: CollectionList): ListPageData<Collection> => {
      return { rows: collections, total: collections.length, limit: collections.length, offset: 0 };
    },
  });
}

export function knowledgeSearchQuery({ at }: Place, query: string, collection_id: string | undefined) {
  return queryOptions({
    queryKey: ['knowledge', at, query, collection_id],
    queryFn: ({ signal }) => {
      const asked = { query, collection_id, limit: 10 };
      return callApi(`GET ${at}/knowledge/search`, { query: asked, signal });
    },
    enabled: query.trim() !== '',
  });
}

export function useReadAgain() {
  const { at } = useKnowledgeOwner();
  return useApiMutation(
    (callApi, document_id: string) => callApi(`POST ${at}/documents/process`, { query: { document_id } }),
    {
      changes: ['documents'],
      says: t('Processing the document again'),
    },
  );
}

export function useDeleteDocument(onDone: () => void) {
  const { at } = useKnowledgeOwner();
  return useApiMutation(
    (callApi, document_id: string) => callApi(`DELETE ${at}/documents`, { query: { document_id } }),
    {
      changes: ['documents', 'knowledge'],
      says: t('Document deleted'),
      onDone,
    },
  );
}

export function useDeleteCollection(onDone: () => void) {
  const { at } = useKnowledgeOwner();
  return useApiMutation(
    (callApi, collection_id: string) => callApi(`DELETE ${at}/collections`, { query: { collection_id } }),
    {
      changes: ['documents', 'bundles'],
      says: t('Collection deleted'),
      onDone,
    },
  );
}
