import { OPERATIONS, type DescribedOperation, type Member } from './operations.ts';

/** A member of the request, and the part of the request that contains the member. */
export type Input = Member & { place: 'query' | 'body'; is_positional: boolean };

/** A command, such as `tasks create`, and its inputs. */
export type Usage = {
  noun: string;
  /** Empty for a command of one word. */
  verb: string;
  about: string;
  inputs: readonly Input[];
};

/** A command that calls an operation of the API. */
export type Verb = Usage & {
  operation: DescribedOperation['name'];
  /** Values that are always sent. */
  preset?: Record<string, string>;
};

/**
 * Operations that are split into several commands: some paths of the API list records or return one record, depending
 * on their parameters.
 */
const VARIANTS: Record<string, (verb: Verb) => Verb[]> = {
  listTasks: (verb) => listAndGet(verb, 'task_id', 'List tasks.', 'Show one task.'),
  listSessions: (verb) => listAndGet(verb, 'session_id', 'List sessions.', 'Show one session.'),
  listUsers: (verb) => listAndGet(verb, 'user_id', 'List users.', 'Show one user.'),
  listForms: (verb) => listAndGet(verb, 'id', 'List forms, or browse the library.', 'Show one form.'),
  createForm: (verb) => [
    { ...verb, about: 'Create a form.', inputs: without(verb, ['action', 'template_id']) },
    {
      ...verb,
      verb: 'import',
      about: 'Copy a form of the library.',
      inputs: only(verb, 'template_id'),
      preset: { action: 'import' },
    },
  ],
};

/** Nouns that have no separate plural. */
const UNCOUNTED = /(?:s|knowledge|usage|health|identity)$/;

/** All commands, named after their operations: `createTask` becomes `tasks create`. */
export const VERBS: readonly Verb[] = OPERATIONS.flatMap((operation) => {
  const verb = verbOf(operation);
  return VARIANTS[operation.name]?.(verb) ?? [verb];
});

export const NOUNS: readonly string[] = [...new Set(VERBS.map(({ noun }) => noun))];

function listAndGet(verb: Verb, id: string, list: string, get: string): Verb[] {
  return [
    { ...verb, about: list, inputs: without(verb, [id]) },
    { ...verb, verb: 'get', about: get, inputs: only(verb, id) },
  ];
}

function verbOf({ name, about, query, body }: DescribedOperation): Verb {
  const [verb = '', ...words] = name.split(/(?=[A-Z])/);
  const noun = words.join('-').toLowerCase();
  const plural = pluralOf(noun);
  return {
    noun: plural,
    verb: noun === plural && isOfOne(verb, plural) ? `${verb}-all` : verb,
    about,
    operation: name,
    inputs: [
      ...query.map((one) => ({ ...one, place: 'query' as const, is_positional: one.is_required === true })),
      ...body.map((one) => ({ ...one, place: 'body' as const, is_positional: false })),
    ],
  };
}

/** True if an operation with the same verb exists for a single record. */
function isOfOne(verb: string, plural: string): boolean {
  return OPERATIONS.some(({ name }) => {
    const noun = name
      .slice(verb.length)
      .split(/(?=[A-Z])/)
      .join('-')
      .toLowerCase();
    return name.startsWith(verb) && noun !== plural && pluralOf(noun) === plural;
  });
}

function pluralOf(noun: string): string {
  if (UNCOUNTED.test(noun)) return noun;
  return /[^aeiou]y$/.test(noun) ? `${noun.slice(0, -1)}ies` : `${noun}s`;
}

function without({ inputs }: Verb, names: readonly string[]): Input[] {
  return inputs.filter(({ name }) => !names.includes(name));
}

function only({ inputs }: Verb, name: string): Input[] {
  const found = inputs.filter((input) => input.name === name);
  return found.map((input) => ({ ...input, is_required: true as const, is_positional: true }));
}
