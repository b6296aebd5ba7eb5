import { t, translateLabels } from '../../language/t.ts';

const NOUNS: Record<string, string> = {
  key: 'API key',
  user: t('Person'),
  second_factor: t('Second factor'),
};

/** Titles that do not follow from the action's words. */
const ACTION_TITLES: Record<string, string> = {
  'session.signed_in': t('Signed in'),
  'session.signed_out': t('Signed out of a browser'),
  'session.signed_out_everywhere': t('Signed out everywhere'),
  'password.reset': t('Password set by a link'),
  'connection.ended': t('App disconnected'),
  'knowledge.language_changed': t('Language of documents changed'),
  'endpoint.count_reset': t('Failure count reset'),
  'endpoint.event_resent': t('Event sent to another endpoint'),
};

/** The title of an action such as `endpoint.secret_revealed`. */
export function actionTitle(action: string): string {
  const said = ACTION_TITLES[action];
  if (said !== undefined) return said;
  const [noun = '', verb = ''] = action.split('.');
  const word = NOUNS[noun] ?? noun.charAt(0).toUpperCase() + noun.slice(1).replaceAll('_', ' ');
  return translateLabels(`${word} ${verb.replaceAll('_', ' ')}`);
}
