import { queryOptions } from '@tanstack/react-query';
import type {
  Collection,
  CollectionList,
  DocumentPage,
  KnowledgeDocument,
  KnowledgeLanguage,
  PassageList,
} from '../../../src/features/knowledge/contract.ts';
import { consoleClient, type Query } from '../../api/client.ts';
import { useAct } from '../../api/useAct.ts';
import { LIST, type Listed } from '../../components/list.ts';

export type { Collection, KnowledgeDocument };
export type Language = KnowledgeLanguage['language'];
export type Passage = PassageList['passages'][number];

const EVERY_MS = 1_500;

/** Looked at often, as long as one is on its way. */
export function documentsQuery(filter: Query) {
  return queryOptions({
    ...LIST,
    queryKey: ['documents', filter],
    queryFn: async ({ signal }): Promise<Listed<KnowledgeDocument>> => {
      const { documents, ...page } = await consoleClient.get<DocumentPage>('/documents', filter, signal);
      return { rows: documents, ...page };
    },
    refetchInterval: ({ state }) => (state.data?.rows.some(isOnItsWay) ? EVERY_MS : false),
  });
}

function isOnItsWay({ state }: KnowledgeDocument): boolean {
  return state === 'queued' || state === 'processing';
}

export const collectionsQuery = queryOptions({
  queryKey: ['documents', 'collections'],
  queryFn: ({ signal }) => consoleClient.get<CollectionList>('/collections', {}, signal),
});

export const languageQuery = queryOptions({
  queryKey: ['documents', 'language'],
  queryFn: ({ signal }) => consoleClient.get<KnowledgeLanguage>('/knowledge/language', {}, signal),
});

export function useChangeLanguage() {
  return useAct(
    (language: Language) => consoleClient.patch<KnowledgeLanguage>('/knowledge/language', {}, { language }),
    { changes: ['documents', 'knowledge'], shows_errors_itself: true },
  );
}

export function searchQuery(query: string, collection_id: string | undefined) {
  return queryOptions({
    queryKey: ['knowledge', query, collection_id],
    queryFn: ({ signal }) =>
      consoleClient.get<PassageList>('/knowledge/search', { query, collection_id, limit: 10 }, signal),
    enabled: query.trim() !== '',
  });
}

export function useReadAgain() {
  return useAct(
    (document_id: string) => consoleClient.post('/documents/process', undefined, { document_id }),
    { changes: ['documents'], says: 'The document is read again' },
  );
}

export function useDeleteDocument(onDone: () => void) {
  return useAct((document_id: string) => consoleClient.delete('/documents', { document_id }), {
    changes: ['documents', 'knowledge'],
    says: 'Document deleted',
    onDone,
  });
}
