import { queryOptions } from '@tanstack/react-query';
import type {
  Collection,
  CollectionList,
  KnowledgeLanguage,
  DocumentListItem,
  PassageList,
} from '../../../src/features/knowledge/contract.ts';
import { callApi } from '../../api/client.ts';
import type { OperationQuery } from '../../api/operations.ts';
import { queryClient } from '../../api/queryClient.ts';
import { useApiMutation } from '../../api/useApiMutation.ts';
import { filterWholeList, LIST_QUERY_OPTIONS, type ListPageData, toListPage } from '../../api/list.ts';
import { filterRecordOptions, type RecordSource } from '../../components/picker/source.ts';
import { useKnowledgeOwner, type KnowledgeOwner } from './owner.ts';
import { t, verbatim } from '../../language/t.ts';

export type { Collection, DocumentListItem };
export type KnowledgeLanguageCode = KnowledgeLanguage['language'];
export type Passage = PassageList['passages'][number];

const EVERY_MS = 1_500;

type KnowledgePath = Pick<KnowledgeOwner, 'path'>;

/** Polls while a document is being processed. */
export function documentsQuery({ path }: KnowledgePath, filter: OperationQuery<'GET /documents'>) {
  return queryOptions({
    ...LIST_QUERY_OPTIONS,
    queryKey: ['documents', path, filter],
    queryFn: ({ signal }) =>
      toListPage('documents', callApi(`GET ${path}/documents`, { query: filter, signal })),
    refetchInterval: ({ state }) => (state.data?.rows.some(isOnItsWay) ? EVERY_MS : false),
  });
}

function isOnItsWay({ state }: DocumentListItem): boolean {
  return state === 'queued' || state === 'processing';
}

export const knowledgeLanguageQuery = queryOptions({
  queryKey: ['documents', 'language'],
  queryFn: ({ signal }) => callApi('GET /knowledge/language', { signal }),
});

export function useChangeKnowledgeLanguage() {
  return useApiMutation(
    (callApi, language: KnowledgeLanguageCode) =>
      callApi('PATCH /knowledge/language', { body: { language } }),
    {
      changes: ['documents', 'knowledge'],
      showsErrorsItself: true,
    },
  );
}

export function collectionsQuery({ path }: KnowledgePath) {
  return queryOptions({
    queryKey: ['documents', path, 'collections'],
    queryFn: ({ signal }) => callApi(`GET ${path}/collections`, { signal }),
  });
}

/** Returns the collections, for a picker. The API returns all of them. */
export function collectionSource(place: KnowledgePath): RecordSource {
  return {
    key: ['documents', place.path, 'choice'],
    read: async (filter) => {
      const { collections } = await queryClient.fetchQuery(collectionsQuery(place));
      return filterRecordOptions(
        collections.map(({ id, name }) => ({ value: id, label: verbatim(name) })),
        filter,
      );
    },
    empty: t('No collections yet'),
  };
}

/** Converts the collections to rows of a list page. */
export function collectionRowsQuery(place: KnowledgePath, search: string | undefined) {
  return queryOptions({
    ...collectionsQuery(place),
    select: ({ collections }: CollectionList): ListPageData<Collection> => {
      const all = { rows: collections, limit: collections.length, offset: 0 };
      return filterWholeList(
        all,
        { ...(search !== undefined && { search }) },
        { search: ({ name }) => name },
      );
    },
  });
}

export function knowledgeSearchQuery(
  { path }: KnowledgePath,
  query: string,
  collection_id: string | undefined,
) {
  return queryOptions({
    queryKey: ['knowledge', path, query, collection_id],
    queryFn: ({ signal }) => {
      const asked = { query, collection_id, limit: 10 };
      return callApi(`GET ${path}/knowledge/search`, { query: asked, signal });
    },
    enabled: query.trim() !== '',
  });
}

export function useProcessDocumentAgain() {
  const { path } = useKnowledgeOwner();
  return useApiMutation(
    (callApi, document_id: string) => callApi(`POST ${path}/documents/process`, { query: { document_id } }),
    {
      changes: ['documents'],
      says: t('Processing the document again'),
    },
  );
}

export function useDeleteDocument(onDone: () => void) {
  const { path } = useKnowledgeOwner();
  return useApiMutation(
    (callApi, document_id: string) => callApi(`DELETE ${path}/documents`, { query: { document_id } }),
    {
      changes: ['documents', 'knowledge'],
      says: t('Document deleted'),
      onDone,
    },
  );
}

export function useDeleteCollection(onDone: () => void) {
  const { path } = useKnowledgeOwner();
  return useApiMutation(
    (callApi, collection_id: string) => callApi(`DELETE ${path}/collections`, { query: { collection_id } }),
    {
      changes: ['documents', 'bundles'],
      says: t('Collection deleted'),
      onDone,
    },
  );
}
