import type { Transport } from '../transport.ts';
import { writeCompletion } from './completion.ts';
import { connect } from './connect.ts';
import { listArgument, textArgument, type CommandArguments } from './given.ts';
import type { Environment } from './keeping.ts';
import { listen } from './listen.ts';
import { addressOf, findAddress, loginByKey, logout } from './login.ts';
import { tailLogs } from './logs.ts';
import { addressOfPage } from './pages.ts';
import { describeProfiles } from './profiles.ts';
import { parseRequestInput } from './read.ts';
import { untilStopped, type Stream } from './stream.ts';
import { trigger } from './trigger.ts';
import type { Usage } from './verbs.ts';

type OwnSetting = {
  env: Environment;
  readKey: (prompt: string) => Promise<string>;
  showPage: (address: string, about: string) => void;
  open: () => Transport;
  openStream: () => Stream;
};

/** The default port of the redirect URI. */
const PORT = 8976;

export async function runClientCommand(
  own: Usage,
  words: readonly string[],
  setting: OwnSetting,
): Promise<unknown> {
  const { query = {} } = parseRequestInput(own, words);
  switch (own.noun) {
    case 'login':
      return login(query, setting);
    case 'logout':
      return logout(setting.env);
    case 'completion':
      return writeCompletion(textArgument(query, 'shell'));
    case 'whoami':
      return setting.open().call('getIdentity', {});
    case 'listen':
      return untilStopped(listen(query), setting.openStream());
    case 'profiles':
      return describeProfiles(setting.env);
    case 'open':
      return openRecord(query, setting);
    case 'logs':
      return untilStopped(tailLogs(query), setting.openStream());
    default:
      return trigger(setting.open(), textArgument(query, 'event'));
  }
}

async function login(given: CommandArguments, { env, readKey, showPage }: OwnSetting): Promise<unknown> {
  const url = addressOf(env, textArgument(given, 'url'));
  const client_id = textArgument(given, 'client_id');
  if (client_id === undefined) return loginByKey(env, url, await readKey('API key: '));
  const client_secret = env['TENANT_OPS_CLIENT_SECRET'] || (await readKey('Secret of the app: ')).trim();
  const { port = PORT } = given;
  return connect(
    env,
    {
      url,
      client_id,
      client_secret,
      port: Number(port),
      scopes: listArgument(given, 'scopes'),
    },
    (address) => showPage(address, 'Allow the app in a browser'),
  );
}

function openRecord(given: CommandArguments, { env, showPage }: OwnSetting): { url: string } {
  const url = addressOfPage(findAddress(env), textArgument(given, 'noun'), textArgument(given, 'id'));
  showPage(url, 'The page in the dashboard');
  return { url };
}
