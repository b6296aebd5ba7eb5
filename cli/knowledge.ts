import { createReadStream } from 'node:fs';
import { basename } from 'node:path';
import { COLLECTION_NAME } from '../src/features/knowledge/contract.ts';
import { changeLanguage, listDocuments, uploadDocument } from '../src/features/knowledge/documents.ts';
import { SEARCH_LANGUAGES } from '../src/features/knowledge/languages.ts';
import { searchKnowledge } from '../src/features/knowledge/search.ts';
import { notBlank } from '../src/lib/schema/rules.ts';
import { actFor, actIn, command } from './command.ts';
import { ACCOUNT_FLAG, file, oneOf, optionalText, text } from './flags.ts';
import { OWNER } from './skills.ts';

export const knowledgeCommands = [
  command('knowledge add', {
    about: 'Adds a document, which the running service reads: PDF, Word, HTML, Markdown, CSV or text',
    flags: {
      ...OWNER,
      file: file('F', 'The document'),
      collection: optionalText('N', 'The collection by its name, made if there is none', COLLECTION_NAME),
    },
    run: async (operator, { file: path, collection, ...owner }) => {
      const ctx = await actFor(operator, owner);
      const upload = { name: basename(path), collection, content: createReadStream(path) };
      const document = await uploadDocument(ctx, upload);
      return { document_id: document.id, collection_id: document.collection.id, state: document.state };
    },
  }),
  command('knowledge list', {
    about: 'Lists the newest hundred documents with what became of them',
    flags: OWNER,
    run: async (operator, owner) => {
      const { documents, total } = await listDocuments(await actFor(operator, owner), {
        limit: 100,
        offset: 0,
      });
      return { documents, total };
    },
  }),
  command('knowledge search', {
    about: 'Shows the passages that fit a question best',
    flags: { ...OWNER, query: text('Q', 'The question', notBlank(1_000)) },
    run: async (operator, { query, ...owner }) => searchKnowledge(await actFor(operator, owner), { query }),
  }),
  command('knowledge language', {
    about: 'Changes the language of an account; the running service reads its documents again',
    flags: { account: ACCOUNT_FLAG, language: oneOf(SEARCH_LANGUAGES, 'What its documents are written in') },
    run: async (operator, { account, language }) => {
      await changeLanguage(await actIn(operator, account), language);
      return { language };
    },
  }),
];
