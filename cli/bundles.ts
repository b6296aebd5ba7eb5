import {
  allocateBundle,
  createBundle,
  listBundles,
  withdrawBundle,
} from '../src/features/bundles/bundles.ts';
import { nameRule } from '../src/lib/schema/rules.ts';
import { command } from './command.ts';
import { ACCOUNT_FLAG, idFlag, idListFlag, optionalFlag, textFlag } from './flags.ts';

const allocation = {
  account: ACCOUNT_FLAG,
  bundle: idFlag('B', 'The bundle'),
  seats: optionalFlag(idListFlag('A,B', 'Only these seats; without it, the whole account')),
};

type Allocation = { account: string; bundle: string; seats: string[] | undefined };

const readAllocation = ({ account, bundle, seats }: Allocation) => {
  return { account_id: account, bundle_id: bundle, seat_ids: seats };
};

export const bundleCommands = [
  command('bundle create', {
    about: 'Creates a bundle of skills and knowledge of the platform, to allocate to accounts',
    flags: {
      name: textFlag('N', 'The title that accounts see', nameRule(200)),
      skills: optionalFlag(idListFlag('A,B', 'Skills of the platform')),
      collections: optionalFlag(idListFlag('A,B', 'Collections of the platform')),
    },
    run: async (operator, { name, skills = [], collections = [] }) => {
      const bundle = { name, skill_ids: skills, collection_ids: collections };
      const { id: bundle_id } = await createBundle(operator, bundle);
      return { bundle_id };
    },
  }),
  command('bundle list', {
    about: 'Lists all bundles with their contents',
    flags: {},
    run: async (operator) => ({ bundles: await listBundles(operator) }),
  }),
  command('bundle allocate', {
    about: 'Allocates a bundle to an account, or to some of its seats, from the next request',
    flags: allocation,
    run: (operator, flags) => allocateBundle(operator, readAllocation(flags)),
  }),
  command('bundle withdraw', {
    about: 'Withdraws a bundle from an account, or from some of its seats, from the next request',
    flags: allocation,
    run: (operator, flags) => withdrawBundle(operator, readAllocation(flags)),
  }),
];
