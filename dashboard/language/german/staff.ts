export const staff = {
  '{full_name} was deactivated': '{full_name} wurde deaktiviert',
  'Deactivate {full_name}?': '{full_name} deaktivieren?',
  'They are signed out everywhere, and a link that they were given stops working. They can be reactivated.':
    'Die Person wird überall abgemeldet, und ein Link, den sie bekommen hat, gilt nicht mehr. Sie kann wieder aktiviert werden.',
  Invite: 'Einladen',
  'Who runs the platform: every account, its state and its bundles, but nothing of what is in it.':
    'Wer die Plattform betreibt: jedes Konto, sein Zustand und seine Pakete, aber nichts von dem, was darin ist.',
  'Invite who runs the platform.': 'Laden Sie ein, wer die Plattform betreibt.',
  'An invitation is on its way to {email}': 'Eine Einladung ist unterwegs an {email}',
  Colleague: 'Kollege',
  'ends {when}': 'endet {when}',
} as const;
