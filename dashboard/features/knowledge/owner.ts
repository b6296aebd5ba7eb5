import { createContext, useContext } from 'react';
import { t, type Label } from '../../language/t.ts';

/** The owner of the documents on a page: the path prefix of its operations, and its texts. */
export type KnowledgeOwner = { path: '' | '/staff'; title: Label; documents: Label; search: Label };

export const OWN_KNOWLEDGE: KnowledgeOwner = {
  path: '',
  title: t('Skills & knowledge'),
  documents: t('Documents for skills and agents. You can find a document when it is ready.'),
  search: t('Test the search: skills and agents find the same passages.'),
};

export const PLATFORM_KNOWLEDGE: KnowledgeOwner = {
  path: '/staff',
  title: t('Platform knowledge'),
  documents: t(
    'Documents of the platform. Accounts find a document if one of their bundles contains its collection.',
  ),
  search: t('Searches all collections of the platform.'),
};

const OwnerContext = createContext(OWN_KNOWLEDGE);
export const KnowledgeOwnerProvider = OwnerContext.Provider;

export function useKnowledgeOwner(): KnowledgeOwner {
  return useContext(OwnerContext);
}
