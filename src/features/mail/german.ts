/** The texts of mails in German; English is its own key. */
export const german = {
  'Hello {name},': 'Guten Tag {name},',
  'Your access to {to}': 'Ihr Zugang zu {to}',
  'you were invited to {to}. Choose a password here and sign in:':
    'Sie wurden zu {to} eingeladen. Wählen Sie hier ein Passwort und melden Sie sich an:',
  '{by} invited you to {to}. Choose a password here and sign in:':
    '{by} hat Sie zu {to} eingeladen. Wählen Sie hier ein Passwort und melden Sie sich an:',
  'The link works once, until {when}.': 'Der Link gilt einmal, bis {when}.',
  'A new password': 'Ein neues Passwort',
  'somebody asked for a new password for you. If it was you, choose one here:':
    'jemand hat ein neues Passwort für Sie verlangt. Wenn Sie es waren, wählen Sie hier eines:',
  'The link works once, for one hour. If it was not you, do nothing: your password stays as it is.':
    'Der Link gilt einmal, eine Stunde lang. Wenn Sie es nicht waren, tun Sie nichts: Ihr Passwort bleibt, wie es ist.',
  'Your new address': 'Ihre neue Adresse',
  'you want to sign in with this address from now on. Confirm it here:':
    'Sie möchten sich ab jetzt mit dieser Adresse anmelden. Bestätigen Sie sie hier:',
  'The link works once, for 24 hours. If it was not you, do nothing.':
    'Der Link gilt einmal, 24 Stunden lang. Wenn Sie es nicht waren, tun Sie nichts.',
  'Another address was asked for': 'Eine andere Adresse wurde verlangt',
  'you want to sign in with another address, and a link was sent there. Until it is used, nothing changes.':
    'Sie möchten sich mit einer anderen Adresse anmelden, und ein Link ging dorthin. Bis er benutzt wird, ändert sich nichts.',
  'If it was not you, choose a new password, which ends that link:':
    'Wenn Sie es nicht waren, wählen Sie ein neues Passwort; dann gilt jener Link nicht mehr:',
  'Your address was changed': 'Ihre Adresse wurde geändert',
  'from now on you sign in with another address, and no longer with this one. If it was not you, tell an admin.':
    'ab jetzt melden Sie sich mit einer anderen Adresse an und nicht mehr mit dieser. Wenn Sie es nicht waren, sagen Sie es einem Admin.',
  'The page to sign in:': 'Die Seite zum Anmelden:',
  '{app} is approved': '{app} ist zugelassen',
  '{app} needs changes': '{app} braucht Änderungen',
  '{app} is suspended': '{app} ist gesperrt',
  '{app} is back': '{app} ist wieder da',
  'your app {app} was approved: every customer can connect it from now on.':
    'Ihre App {app} wurde zugelassen: jeder Kunde kann sie ab jetzt verbinden.',
  'your app {app} was sent back from review. It stays as it was, and you can submit it again.':
    'Ihre App {app} kam von der Prüfung zurück. Sie bleibt, wie sie war, und Sie können sie wieder einreichen.',
  'your app {app} was suspended. Its tokens do not work any more, and nobody can connect it.':
    'Ihre App {app} wurde gesperrt. Ihre Token gelten nicht mehr, und niemand kann sie verbinden.',
  'your app {app} is no longer suspended: every customer can connect it, and those who had connected it allow it anew.':
    'Ihre App {app} ist nicht mehr gesperrt: jeder Kunde kann sie verbinden, und wer sie verbunden hatte, erlaubt sie neu.',
} as const satisfies Record<string, string>;
