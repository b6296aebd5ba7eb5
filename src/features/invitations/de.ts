export const texts = {
  'Invitation to {to}': 'Einladung zu {to}',
  'You have been invited to {to}. Choose a password to sign in:':
    'Sie wurden zu {to} eingeladen. Wählen Sie ein Passwort, um sich anzumelden:',
  '{by} invited you to {to}. Choose a password to sign in:':
    '{by} hat Sie zu {to} eingeladen. Wählen Sie ein Passwort, um sich anzumelden:',
  'The link works once and expires on {when}.': 'Der Link funktioniert einmal und läuft am {when} ab.',
  'Choose a password': 'Passwort wählen',
  'You receive this email because this address was invited to Tenant Ops. If you did not expect it, ignore it.':
    'Sie erhalten diese E-Mail, weil diese Adresse zu Tenant Ops eingeladen wurde. Wenn Sie nicht damit gerechnet haben, ignorieren Sie sie.',
} as const;
