import { ALL_SCOPES } from '../src/access/scopes.ts';
import { registerApp } from '../src/features/apps/apps.ts';
import { listAppsForStaff } from '../src/features/apps/inspection.ts';
import {
  approveApp,
  sendBackApp,
  suspendApp,
  type ReviewDecisionInput,
} from '../src/features/apps/reviews.ts';
import { APP_NAME_RULE, CLIENT_ID_RULE, REVIEW_NOTES_RULE } from '../src/features/apps/rules.ts';
import { contextIn, command } from './command.ts';
import {
  ACCOUNT_FLAG,
  choiceFlag,
  optionalFlag,
  optionalTextFlag,
  PAGE_FLAGS,
  SEARCH_FLAG,
  textListFlag,
  choiceListFlag,
  textFlag,
} from './flags.ts';

const ruling = {
  'client-id': textFlag('C', 'The app', CLIENT_ID_RULE),
  notes: optionalTextFlag('T', 'The notes for the developers', REVIEW_NOTES_RULE),
};

function readRuling({
  'client-id': client_id,
  notes,
}: {
  'client-id': string;
  notes: string | undefined;
}): ReviewDecisionInput {
  return { client_id, ...(notes !== undefined && { notes }) };
}

export const appCommands = [
  command('app create', {
    about: 'Registers an OAuth app; its secret is shown only once',
    flags: {
      account: ACCOUNT_FLAG,
      name: textFlag('N', 'The name that customers see', APP_NAME_RULE),
      'redirect-uri': textListFlag('R', 'A redirect URI; can be repeated'),
      scopes: choiceListFlag(ALL_SCOPES, 'The scopes that the app can request', { all: true }),
    },
    run: async (platform, { account, name, scopes, 'redirect-uri': redirect_uris }) =>
      registerApp(await contextIn(platform, account), { name, scopes, redirect_uris }),
  }),
  command('app list', {
    about: 'Lists the OAuth apps of all accounts, apps that wait for review first',
    flags: {
      state: optionalFlag(
        choiceFlag(
          ['waiting', 'development', 'active', 'suspended'],
          'Only in this state; waiting: for review',
        ),
      ),
      search: SEARCH_FLAG,
      ...PAGE_FLAGS,
    },
    run: (platform, { state, search, ...page }) =>
      listAppsForStaff(platform, { ...page, ...(state && { state }), ...(search && { search }) }),
  }),
  command('app approve', {
    about: 'Approves an app, so that any customer can connect it',
    flags: ruling,
    run: (platform, flags) => approveApp(platform, readRuling(flags)),
  }),
  command('app reject', {
    about: 'Returns an app to its developers; it stays in development',
    flags: ruling,
    run: (platform, flags) => sendBackApp(platform, readRuling(flags)),
  }),
  command('app suspend', {
    about: 'Suspends an app; all its tokens stop working immediately',
    flags: ruling,
    run: (platform, flags) => suspendApp(platform, readRuling(flags)),
  }),
];
