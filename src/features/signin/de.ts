export const texts = {
  'Send again': 'Noch einmal senden',
  'Use another address': 'Andere Adresse verwenden',
  'If an account exists for this address, another email is on its way.':
    'Wenn es ein Konto mit dieser Adresse gibt, ist eine weitere E-Mail unterwegs.',
  'No email after a few minutes? Look in the spam folder, or send it again.':
    'Nach einigen Minuten noch keine E-Mail? Sehen Sie im Spam-Ordner nach, oder senden Sie sie noch einmal.',
  'Unknown browser': 'Unbekannter Browser',
  'You then sign in with your password only, and your recovery codes stop working.':
    'Danach melden Sie sich nur mit Ihrem Passwort an, und Ihre Wiederherstellungscodes funktionieren nicht mehr.',
  'At least {least} characters': 'Mindestens {least} Zeichen',
  'Back to sign in': 'Zurück zur Anmeldung',
  'Start again with a new key.': 'Beginnen Sie mit einem neuen Schlüssel.',
  'Change or turn off': 'Ändern oder deaktivieren',
  'Change password': 'Passwort ändern',
  'Choose a new password': 'Neues Passwort wählen',
  'Choose a password': 'Passwort wählen',
  'Choose a password. You sign in with {email} and this password.':
    'Wählen Sie ein Passwort. Sie melden sich mit {email} und diesem Passwort an.',
  'Choose another address in your settings.': 'Wählen Sie in Ihren Einstellungen eine andere Adresse.',
  Code: 'Code',
  'Current code of the app': 'Aktueller Code der App',
  Continue: 'Weiter',
  'Email address': 'E-Mail-Adresse',
  'Each code works once if you lose your authenticator app. The codes are not shown again.':
    'Jeder Code funktioniert einmal, falls Sie Ihre Authenticator-App verlieren. Die Codes werden nicht noch einmal angezeigt.',
  'Enter the current code of your authenticator app or a recovery code.':
    'Geben Sie den aktuellen Code Ihrer Authenticator-App oder einen Wiederherstellungscode ein.',
  'All browsers were signed out.': 'Alle Browser wurden abgemeldet.',
  'Forgot your password?': 'Passwort vergessen?',
  'After the change you sign in with the new address and no longer with {before}. Your password stays the same.':
    'Danach melden Sie sich mit der neuen Adresse an und nicht mehr mit {before}. Ihr Passwort bleibt unverändert.',
  'Done, I stored them': 'Ich habe sie gespeichert',
  'If an account exists for this address, you get an email with a link. The link expires in one hour.':
    'Wenn es ein Konto mit dieser Adresse gibt, erhalten Sie eine E-Mail mit einem Link. Der Link läuft in einer Stunde ab.',
  'The new password replaces the old one and signs out all browsers.':
    'Das neue Passwort ersetzt das alte und meldet alle Browser ab.',
  'The link was already used, has expired, was replaced by a newer one, or is for a different user than the one signed in here.':
    'Der Link wurde bereits verwendet, ist abgelaufen, wurde durch einen neueren ersetzt oder ist für eine andere Person als die hier angemeldete.',
  'The link was already used, has expired, or was replaced by a newer one. Look for a newer email, or request a new link.':
    'Der Link wurde bereits verwendet, ist abgelaufen oder wurde durch einen neueren ersetzt. Suchen Sie nach einer neueren E-Mail oder fordern Sie einen neuen Link an.',
  'Keep it': 'Behalten',
  'Store these codes': 'Bewahren Sie diese Codes auf',
  'Key:': 'Schlüssel:',
  'Check your email': 'Prüfen Sie Ihr E-Mail-Postfach',
  'New password': 'Neues Passwort',
  'Not found': 'Nicht gefunden',
  'Off: you sign in with your password only.': 'Deaktiviert: Sie melden sich nur mit Ihrem Passwort an.',
  'On: signing in also requires a code of your authenticator app.':
    'Aktiviert: Zum Anmelden ist auch ein Code Ihrer Authenticator-App erforderlich.',
  'One more step': 'Noch ein Schritt',
  'Open in an app on this device': 'In einer App auf diesem Gerät öffnen',
  Password: 'Passwort',
  'Platform staff': 'Team der Plattform',
  'QR code of the key below': 'QR-Code des Schlüssels unten',
  'Recovery codes': 'Wiederherstellungscodes',
  'Scan this code with your authenticator app, or enter the key.':
    'Scannen Sie diesen Code mit Ihrer Authenticator-App oder geben Sie den Schlüssel ein.',
  'Two-factor sign-in': 'Zwei-Faktor-Anmeldung',
  'Send the link': 'Link senden',
  'Set password and sign in': 'Passwort festlegen und anmelden',
  'Sign in': 'Anmelden',
  'Sign in as a different user': 'Als andere Person anmelden',
  'Change your email address to {email}?': 'Ihre E-Mail-Adresse in {email} ändern?',
  'Sign out': 'Abmelden',
  'Sign out everywhere': 'Überall abmelden',
  'Something went wrong': 'Etwas ist schiefgegangen',
  'The code is wrong. Is the clock of your device right?':
    'Der Code ist falsch. Geht die Uhr Ihres Geräts richtig?',
  'The email address or the password is wrong.': 'Die E-Mail-Adresse oder das Passwort ist falsch.',
  'The password is wrong.': 'Das Passwort ist falsch.',
  'The password must have {least} to {most} characters.':
    'Das Passwort muss {least} bis {most} Zeichen haben.',
  'Two-factor sign-in is still off': 'Zwei-Faktor-Anmeldung ist noch deaktiviert',
  'This email address cannot be used': 'Diese E-Mail-Adresse kann nicht verwendet werden',
  'This browser': 'Dieser Browser',
  'This code is wrong or was already used.': 'Dieser Code ist falsch oder wurde bereits verwendet.',
  'The request failed': 'Die Anfrage ist fehlgeschlagen',
  'This link is not valid': 'Dieser Link ist nicht gültig',
  'This link no longer works': 'Dieser Link funktioniert nicht mehr',
  'Go to settings': 'Zu den Einstellungen',
  'Too many attempts. Try again in 15 minutes.':
    'Zu viele Versuche. Versuchen Sie es in 15 Minuten noch einmal.',
  'Too many attempts. Wait 15 minutes.': 'Zu viele Versuche. Warten Sie 15 Minuten.',
  'Try again': 'Noch einmal versuchen',
  'Turn off': 'Deaktivieren',
  'Turn off two-factor sign-in': 'Zwei-Faktor-Anmeldung deaktivieren',
  'Turn on': 'Aktivieren',
  'Turn on two-factor sign-in': 'Zwei-Faktor-Anmeldung aktivieren',
  'Use this address': 'Diese Adresse verwenden',
  'We send you a link to choose a new password.':
    'Wir senden Ihnen einen Link, mit dem Sie ein neues Passwort wählen.',
  'Welcome to {to}, {full_name}': 'Willkommen bei {to}, {full_name}',
  'Active sign-ins': 'Aktive Anmeldungen',
  'You sign in with this password and your email address.':
    'Sie melden sich mit diesem Passwort und Ihrer E-Mail-Adresse an.',
  'You now sign in with {email}. Other browsers were signed out.':
    'Sie melden sich jetzt mit {email} an. Andere Browser wurden abgemeldet.',
  'Your email address was changed': 'Ihre E-Mail-Adresse wurde geändert',
  'Your password': 'Ihr Passwort',
  'Your password was changed': 'Ihr Passwort wurde geändert',
  'Profile and security': 'Profil und Sicherheit',
  'last used {time} UTC': 'zuletzt verwendet {time} UTC',
  '{browser} on {system}': '{browser} auf {system}',
  'This page is out of date. Go back, reload it and try again.':
    'Diese Seite ist veraltet. Gehen Sie zurück, laden Sie sie neu und versuchen Sie es noch einmal.',
  'Only an admin can connect apps.': 'Nur ein Admin kann Apps verbinden.',
  'Other exports are running. Try again soon.':
    'Es laufen bereits andere Exporte. Versuchen Sie es bald noch einmal.',
  'Only an admin of the account can do this': 'Das kann nur ein Admin des Kontos',
  'Choose Allow or Deny.': 'Wählen Sie Erlauben oder Ablehnen.',
  'This request was already answered or has expired. Go back to the app and start again.':
    'Diese Anfrage wurde bereits beantwortet oder ist abgelaufen. Gehen Sie zur App zurück und beginnen Sie neu.',
  'Two-factor sign-in is already on.': 'Die Zwei-Faktor-Anmeldung ist bereits aktiviert.',
  'The request took too long. Try again.': 'Die Anfrage hat zu lange gedauert. Versuchen Sie es noch einmal.',
  'You do not have permission to do this.': 'Sie haben keine Berechtigung dafür.',
  'The service has an error. Try again.':
    'Im Dienst ist ein Fehler aufgetreten. Versuchen Sie es noch einmal.',
  'This page or record does not exist, or no longer exists.':
    'Diese Seite oder dieser Eintrag existiert nicht oder nicht mehr.',
  'Too many requests. Try again later.': 'Zu viele Anfragen. Versuchen Sie es später noch einmal.',
  'The input is not valid. Go back and try again.':
    'Die Eingabe ist nicht gültig. Gehen Sie zurück und versuchen Sie es noch einmal.',
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
    'Ihre E-Mail-Adresse soll geändert werden. An die neue Adresse wurde ein Link gesendet. Bis er verwendet wird, ändert sich nichts.',
  'If you did not request this, choose a new password. The link then stops working:':
    'Wenn Sie das nicht angefordert haben, wählen Sie ein neues Passwort. Der Link funktioniert dann nicht mehr:',
  'You now sign in with a different email address and no longer with this one. If you did not change it, contact an admin.':
    'Sie melden sich jetzt mit einer anderen E-Mail-Adresse an und nicht mehr mit dieser. Wenn Sie das nicht geändert haben, wenden Sie sich an einen Admin.',
  'Try the demo': 'Demo ausprobieren',
  'This installation has a demo account. Its sign-ins are shown only on this computer.':
    'Diese Installation hat ein Demo-Konto. Seine Anmeldedaten werden nur auf diesem Computer angezeigt.',
  Admin: 'Admin',
  Member: 'Mitglied',
  'Confirm this address': 'Diese Adresse bestätigen',
  'You receive this email because a new password was requested for this address at Tenant Ops.':
    'Sie erhalten diese E-Mail, weil bei Tenant Ops ein neues Passwort für diese Adresse angefordert wurde.',
  'You receive this email because this address was entered as a new sign-in address at Tenant Ops.':
    'Sie erhalten diese E-Mail, weil diese Adresse bei Tenant Ops als neue Anmeldeadresse eingegeben wurde.',
  'You receive this email because you sign in to Tenant Ops with this address.':
    'Sie erhalten diese E-Mail, weil Sie sich bei Tenant Ops mit dieser Adresse anmelden.',
  'You receive this email because you signed in to Tenant Ops with this address until now.':
    'Sie erhalten diese E-Mail, weil Sie sich bei Tenant Ops bisher mit dieser Adresse angemeldet haben.',
} as const;
