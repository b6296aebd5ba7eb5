export const texts = {
  'Hello {name},': 'Guten Tag {name},',
} as const;
