import { createReadStream } from 'node:fs';
import { basename } from 'node:path';
import { COLLECTION_NAME_RULE } from '../src/features/knowledge/contract.ts';
import { changeSearchLanguage, listDocuments, uploadDocument } from '../src/features/knowledge/documents.ts';
import { SEARCH_LANGUAGES } from '../src/features/knowledge/languages.ts';
import { searchKnowledge } from '../src/features/knowledge/search.ts';
import { notBlankRule } from '../src/lib/schema/rules.ts';
import { contextFor, contextIn, command } from './command.ts';
import { ACCOUNT_FLAG, fileFlag, choiceFlag, optionalTextFlag, textFlag } from './flags.ts';
import { OWNER } from './skills.ts';

export const knowledgeCommands = [
  command('knowledge add', {
    about: 'Adds a document, which the running service processes: PDF, Word, HTML, Markdown, CSV or text',
    flags: {
      ...OWNER,
      file: fileFlag('F', 'The document'),
      collection: optionalTextFlag(
        'N',
        'The name of the collection, which is created if it does not exist',
        COLLECTION_NAME_RULE,
      ),
    },
    run: async (operator, { file: path, collection, ...owner }) => {
      const ctx = await contextFor(operator, owner);
      const upload = { name: basename(path), collection, content: createReadStream(path) };
      const document = await uploadDocument(ctx, upload);
      return { document_id: document.id, collection_id: document.collection.id, state: document.state };
    },
  }),
  command('knowledge list', {
    about: 'Lists the newest 100 documents with their state',
    flags: OWNER,
    run: async (operator, owner) => {
      const { documents, total } = await listDocuments(await contextFor(operator, owner), {
        limit: 100,
        offset: 0,
      });
      return { documents, total };
    },
  }),
  command('knowledge search', {
    about: 'Shows the passages that best match a question',
    flags: { ...OWNER, query: textFlag('Q', 'The question', notBlankRule(1_000)) },
    run: async (operator, { query, ...owner }) =>
      searchKnowledge(await contextFor(operator, owner), { query }),
  }),
  command('knowledge language', {
    about: 'Changes the language of an account; the running service processes its documents again',
    flags: { account: ACCOUNT_FLAG, language: choiceFlag(SEARCH_LANGUAGES, 'The language of its documents') },
    run: async (operator, { account, language }) => {
      await changeSearchLanguage(await contextIn(operator, account), language);
      return { language };
    },
  }),
];
