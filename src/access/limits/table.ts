/** The maximum number of records per account, for each kind of record that is stored until it is deleted. */
export const ACCOUNT_LIMITS = {
  users: { most: 10_000, about: 'People, active or inactive' },
  invitations: { most: 1_000, about: 'Open invitations' },
  seats: { most: 5_000, about: 'Seats, with or without glasses' },
  forms: { most: 1_000, about: 'Forms, active or inactive, including copies from the library' },
  skills: { most: 500, about: 'Own skills, active or inactive' },
  collections: { most: 200, about: 'Collections of documents' },
  documents: { most: 5_000, about: 'Documents of the knowledge base' },
  endpoints: { most: 100, about: 'Webhook endpoints, including those of connected apps' },
  keys: { most: 200, about: 'API keys that are neither revoked nor expired' },
  apps: { most: 50, about: 'Registered OAuth apps' },
  integrations: { most: 100, about: 'Integrations that are not revoked' },
} as const;

export type LimitKind = keyof typeof ACCOUNT_LIMITS;

/** The limit for all files of an account together: the images of forms and the files of documents. */
export const MOST_ACCOUNT_FILE_GIB = 5;

/** The sentence about a limit, with which the API description of a creating operation ends. */
export function limitSentence(kind: LimitKind): string {
  return `An account can have at most ${ACCOUNT_LIMITS[kind].most.toLocaleString('en-US')} ${kind}; another one is rejected with BAD_REQUEST.`;
}

/** The limits as the rows of the table in the API reference. */
export function describeLimits(): { name: string; most: string; about: string }[] {
  const counted = Object.entries(ACCOUNT_LIMITS).map(([name, { most, about }]) => ({
    name,
    most: most.toLocaleString('en-US'),
    about,
  }));
  return [
    ...counted,
    {
      name: 'files',
      most: `${MOST_ACCOUNT_FILE_GIB} GiB`,
      about: 'Pictures of forms and files of documents together',
    },
  ];
}
