/** The texts of mails in German; English is its own key. */
export const german = {
  'Hello {name},': 'Guten Tag {name},',
  'Your access to {to}': 'Ihr Zugang zu {to}',
  'You have been invited to {to}. Choose a password to sign in:':
    'Sie wurden zu {to} eingeladen. Wählen Sie ein Passwort, um sich anzumelden:',
  '{by} invited you to {to}. Choose a password to sign in:':
    '{by} hat Sie zu {to} eingeladen. Wählen Sie ein Passwort, um sich anzumelden:',
  'The link works once and expires on {when}.': 'Der Link funktioniert einmal und läuft am {when} ab.',
  'Reset your password': 'Passwort zurücksetzen',
  'You can now choose a new password for your account:':
    'Sie können jetzt ein neues Passwort für Ihr Konto wählen:',
  'The link works once and expires in one hour. If you did not request a new password, ignore this email. Your password stays the same.':
    'Der Link funktioniert einmal und läuft in einer Stunde ab. Wenn Sie kein neues Passwort angefordert haben, ignorieren Sie diese E-Mail. Ihr Passwort bleibt unverändert.',
  'Confirm your new email address': 'Neue E-Mail-Adresse bestätigen',
  'You asked to sign in with this email address. Confirm it here:':
    'Sie möchten sich mit dieser E-Mail-Adresse anmelden. Bestätigen Sie sie hier:',
  'The link works once and expires in 24 hours. If you did not ask for this, ignore this email.':
    'Der Link funktioniert einmal und läuft in 24 Stunden ab. Wenn Sie das nicht angefordert haben, ignorieren Sie diese E-Mail.',
  'Change of your email address requested': 'Änderung Ihrer E-Mail-Adresse angefordert',
  'A change of your email address was requested, and a link was sent to the new address. Nothing changes until the link is used.':
    'Sie haben eine Änderung Ihrer E-Mail-Adresse angefordert. Ein Link wurde an die neue Adresse gesendet. Bis er verwendet wird, ändert sich nichts.',
  'If you did not request this, choose a new password. The link then stops working:':
    'Wenn Sie das nicht angefordert haben, wählen Sie ein neues Passwort. Der Link funktioniert dann nicht mehr:',
  'Your email address was changed': 'Ihre E-Mail-Adresse wurde geändert',
  'You now sign in with a different email address and no longer with this one. If you did not change it, contact an admin.':
    'Sie melden sich jetzt mit einer anderen E-Mail-Adresse an und nicht mehr mit dieser. Wenn Sie das nicht geändert haben, wenden Sie sich an einen Admin.',
  'Sign in here:': 'Hier anmelden:',
  '{app} was approved': '{app} wurde freigegeben',
  '{app} needs changes': '{app} braucht Änderungen',
  '{app} was suspended': '{app} wurde gesperrt',
  '{app} was reinstated': '{app} wurde wieder zugelassen',
  'Your app {app} was approved. All customers can connect it now.':
    'Ihre App {app} wurde freigegeben. Alle Kunden können sie jetzt verbinden.',
  'Your app {app} was returned from review. Its status is unchanged, and you can submit it again.':
    'Ihre App {app} wurde von der Prüfung zurückgegeben. Ihr Status ist unverändert, und Sie können sie erneut einreichen.',
  'Your app {app} was suspended. Its tokens no longer work, and customers cannot connect it.':
    'Ihre App {app} wurde gesperrt. Ihre Token funktionieren nicht mehr, und Kunden können sie nicht verbinden.',
  'Your app {app} was reinstated. All customers can connect it. Customers who had connected it must allow it again.':
    'Ihre App {app} wurde wieder zugelassen. Alle Kunden können sie verbinden. Kunden, die sie verbunden hatten, müssen sie erneut erlauben.',
} as const satisfies Record<string, string>;
