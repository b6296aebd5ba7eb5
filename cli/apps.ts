import { ALL_SCOPES } from '../src/access/scopes.ts';
import { registerApp } from '../src/features/apps/apps.ts';
import { listAppsForStaff } from '../src/features/apps/inspection.ts';
import { approveApp, sendBackApp, suspendApp, type ReviewInput } from '../src/features/apps/reviews.ts';
import { APP_NAME, CLIENT_ID, NOTES } from '../src/features/apps/rules.ts';
import { actIn, command } from './command.ts';
import {
  ACCOUNT_FLAG,
  oneOf,
  optionalFlag,
  optionalText,
  PAGE,
  SEARCH,
  severalTexts,
  someOf,
  text,
} from './flags.ts';

const ruling = {
  'client-id': text('C', 'The app', CLIENT_ID),
  notes: optionalText('T', 'What its makers are told', NOTES),
};

function readRuling({
  'client-id': client_id,
  notes,
}: {
  'client-id': string;
  notes: string | undefined;
}): ReviewInput {
  return { client_id, ...(notes !== undefined && { notes }) };
}

export const appCommands = [
  command('app create', {
    about: 'Registers an OAuth app, whose secret is shown only this once',
    flags: {
      account: ACCOUNT_FLAG,
      name: text('N', 'What customers see', APP_NAME),
      'redirect-uri': severalTexts('R', 'Where browsers go back to; may be given more than once'),
      scopes: someOf(ALL_SCOPES, 'What the app may ask for', { all: true }),
    },
    run: async (platform, { account, name, scopes, 'redirect-uri': redirect_uris }) =>
      registerApp(await actIn(platform, account), { name, scopes, redirect_uris }),
  }),
  command('app list', {
    about: 'Lists the OAuth apps of all accounts, those that wait for review first',
    flags: {
      state: optionalFlag(
        oneOf(['waiting', 'development', 'active', 'suspended'], 'Only in this state; waiting: for review'),
      ),
      search: SEARCH,
      ...PAGE,
    },
    run: (platform, { state, search, ...page }) =>
      listAppsForStaff(platform, { ...page, ...(state && { state }), ...(search && { search }) }),
  }),
  command('app approve', {
    about: 'Lets any customer connect an app',
    flags: ruling,
    run: (platform, flags) => approveApp(platform, readRuling(flags)),
  }),
  command('app reject', {
    about: 'Sends an app back to its makers; it stays in development',
    flags: ruling,
    run: (platform, flags) => sendBackApp(platform, readRuling(flags)),
  }),
  command('app suspend', {
    about: 'Ends all tokens of an app at once',
    flags: ruling,
    run: (platform, flags) => suspendApp(platform, readRuling(flags)),
  }),
];
