import { createContext, useContext } from 'react';
import { t } from '../../language/t.ts';

/** The owner of the documents on a page: the prefix of its paths, and its texts. */
export type KnowledgeOwner = { at: '' | '/staff'; title: string; documents: string; search: string };

export const OWN_KNOWLEDGE: KnowledgeOwner = {
  at: '',
  title: t('Skills & knowledge'),
  documents: t('Documents that are searched. They are read page by page, and found once they are ready.'),
  search: t('Ask as your people would: this is what skills and agents find.'),
};

export const PLATFORM_KNOWLEDGE: KnowledgeOwner = {
  at: '/staff',
  title: t('Platform knowledge'),
  documents: t(
    'Documents of the platform. An account finds those whose collection is in a bundle of its own.',
  ),
  search: t('What is asked here is looked for in every collection of the platform.'),
};

const OwnerContext = createContext(OWN_KNOWLEDGE);
export const KnowledgeOwnerProvider = OwnerContext.Provider;

export function useKnowledgeOwner(): KnowledgeOwner {
  return useContext(OwnerContext);
}
