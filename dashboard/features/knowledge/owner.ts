import { createContext, useContext } from 'react';
import { t } from '../../language/t.ts';

/** The owner of the documents on a page: the prefix of its paths, and its texts. */
export type KnowledgeOwner = { at: '' | '/staff'; title: string; documents: string; search: string };

export const OWN_KNOWLEDGE: KnowledgeOwner = {
  at: '',
  title: t('Skills & knowledge'),
  documents: t('Documents for skills and agents. You can find a document when it is ready.'),
  search: t('Test the search: skills and agents find the same passages.'),
};

export const PLATFORM_KNOWLEDGE: KnowledgeOwner = {
  at: '/staff',
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
