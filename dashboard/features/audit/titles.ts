import { t, translateIfKnown, type Label } from '../../language/t.ts';

/** In English: the title is translated as a whole. */
const NOUNS: Record<string, string> = {
  key: 'API key',
  user: 'Person',
  second_factor: 'Two-factor sign-in',
  staff: 'Staff member',
};

/** Titles that cannot be derived from the name of the action. */
const ACTION_TITLES: Record<string, Label> = {
  'session.signed_in': t('Signed in'),
  'session.signed_out': t('Signed out of a browser'),
  'session.signed_out_everywhere': t('Signed out everywhere'),
  'password.reset': t('Password set with a link'),
  'connection.ended': t('App disconnected'),
  'knowledge.language_changed': t('Document language changed'),
  'connection.given_back': t('Connection ended by the app'),
  'connection.replayed': t('Connection ended after a replayed token'),
  'consent.allowed': t('App access allowed'),
  'consent.denied': t('App access denied'),
  'key.rolled': t('API key replaced'),
  'mail.hurried': t('Email sent early'),
  'mail.sent_early': t('Email sent early'),
  'seat.device_revoked': t('Glasses unpaired'),
  'staff.accepted_invitation': t('Staff invitation accepted'),
  'user.accepted_invitation': t('Invitation accepted'),
  'user.address_changed': t('Email address changed'),
  'user.address_requested': t('New email address requested'),
  'user.invitation_cancelled': t('Invitation cancelled'),
  'endpoint.count_reset': t('Failure count reset'),
  'endpoint.event_resent': t('Event sent to another endpoint'),
};

/** The title of an action such as `endpoint.secret_revealed`. */
export function auditActionTitle(action: string): Label {
  const said = ACTION_TITLES[action];
  if (said !== undefined) return said;
  const [noun = '', verb = ''] = action.split('.');
  const word = NOUNS[noun] ?? noun.charAt(0).toUpperCase() + noun.slice(1).replaceAll('_', ' ');
  return translateIfKnown(`${word} ${verb.replaceAll('_', ' ')}`);
}
