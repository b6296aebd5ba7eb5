import type { MakerTools } from './makerTools.ts';

export const PICTURE = { template_image_url: 'https://media.example.com/a.png' };
export const SHEET = {
  name: 'Sheet',
  ...PICTURE,
  fields: [{ key: 'state', label: 'State', type: 'text', required: false }],
};
export const CALL = {
  name: 'Weather',
  kind: 'http',
  config: { method: 'POST', url: 'https://8.8.8.8/skill' },
};
const SEARCH = { name: 'Look up', kind: 'knowledge_search', config: {} };
const CONTENT = Buffer.from('Close the valve before the pump stops.').toString('base64');

export function documentOf(count: number, changes: object = {}) {
  return { name: `manual-${count}.txt`, content: CONTENT, ...changes };
}

/** Creates records that an account owns, or that the platform owns for all accounts. */
export function materialMakers(door: string, { ask, made, next }: MakerTools) {
  const document = (changes: object = {}) =>
    made(`POST ${door}/documents`, 'id', { body: documentOf(next(), changes) });
  const collectionOf = async (name: string) => {
    const { body } = await ask(`GET ${door}/collections`);
    return String(body.collections.find((one: any) => one.name === name).id);
  };
  return {
    document,
    collectionOf,
    form: (changes: object = {}) => made(`POST ${door}/forms`, 'id', { body: { ...SHEET, ...changes } }),
    skill: (changes: object = {}) => made(`POST ${door}/skills`, 'id', { body: { ...CALL, ...changes } }),
    searchSkill: () => made(`POST ${door}/skills`, 'id', { body: SEARCH }),
    emptyCollection: async () => {
      const collection = `Manuals ${next()}`;
      const document_id = await document({ collection });
      await made(`DELETE ${door}/documents`, 'deleted', { query: { document_id } });
      return collectionOf(collection);
    },
  };
}
