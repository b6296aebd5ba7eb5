import { createContext, useContext } from 'react';

/** Whose documents a page shows: where they are asked for, and how the page speaks of them. */
export type KnowledgeShelf = { at: '' | '/staff'; title: string; documents: string; search: string };

export const OWN_KNOWLEDGE: KnowledgeShelf = {
  at: '',
  title: 'Skills & knowledge',
  documents: 'Documents that are searched. They are read page by page, and found once they are ready.',
  search: 'Ask as your people would: this is what skills and agents find.',
};

export const PLATFORM_KNOWLEDGE: KnowledgeShelf = {
  at: '/staff',
  title: 'Platform knowledge',
  documents: 'Documents of the platform. An account finds those whose collection is in a bundle of its own.',
  search: 'What is asked here is looked for in every collection of the platform.',
};

const ShelfContext = createContext(OWN_KNOWLEDGE);
export const ShelfProvider = ShelfContext.Provider;

export function useShelf(): KnowledgeShelf {
  return useContext(ShelfContext);
}
