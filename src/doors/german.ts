import { germanScopeTexts } from './germanScopes.ts';

/** The texts of the pages that the server renders; the English text is the key of the German one. */
const pages = {
  'Unknown browser': 'Unbekannter Browser',
  'You then sign in with your password only, and your recovery codes stop working.':
    'Danach melden Sie sich nur mit Ihrem Passwort an, und Ihre Wiederherstellungscodes funktionieren nicht mehr.',
  Allow: 'Erlauben',
  'At least {least} characters': 'Mindestens {least} Zeichen',
  'Back to sign in': 'Zurück zur Anmeldung',
  'Start again with a new key.': 'Beginnen Sie mit einem neuen Schlüssel.',
  'Change or turn off': 'Ändern oder deaktivieren',
  'Change password': 'Passwort ändern',
  'Choose a new password': 'Ein neues Passwort wählen',
  'Choose a password': 'Ein Passwort wählen',
  'Choose a password. You sign in with {email} and this password.':
    'Wählen Sie ein Passwort. Sie melden sich mit {email} und diesem Passwort an.',
  'Choose another address in your settings.': 'Wählen Sie in Ihren Einstellungen eine andere Adresse.',
  Code: 'Code',
  'Current code of the app': 'Aktueller Code der App',
  'Connect {app}': '{app} verbinden',
  'Connect {app} to {account}?': '{app} mit {account} verbinden?',
  Continue: 'Weiter',
  Deny: 'Ablehnen',
  'Email address': 'E-Mail-Adresse',
  'Each code works once if you lose your authenticator app. The codes are not shown again.':
    'Jeder Code funktioniert einmal, falls Sie Ihre Authenticator-App verlieren. Die Codes werden nicht noch einmal angezeigt.',
  'Enter the current code of your authenticator app or a recovery code.':
    'Geben Sie den aktuellen Code Ihrer Authenticator-App oder einen Wiederherstellungscode ein.',
  'All browsers were signed out.': 'Alle Browser wurden abgemeldet.',
  'Forgot your password?': 'Passwort vergessen?',
  'From now on you sign in with this address and no longer with {before}. Your password stays the same.':
    'Ab jetzt melden Sie sich mit dieser Adresse an und nicht mehr mit {before}. Ihr Passwort bleibt unverändert.',
  'Go back': 'Zurück',
  'Done, I stored them': 'Ich habe sie gespeichert',
  'If an account exists for this address, you get an email with a link. The link expires in one hour.':
    'Wenn es ein Konto mit dieser Adresse gibt, erhalten Sie eine E-Mail mit einem Link. Der Link läuft in einer Stunde ab.',
  'The app cannot be connected at the moment (invalid_client). Contact the developers of the app.':
    'Die App kann derzeit nicht verbunden werden (invalid_client). Wenden Sie sich an die Entwickler der App.',
  'The new password replaces the old one and signs out all browsers.':
    'Das neue Passwort ersetzt das alte und meldet alle Browser ab.',
  'The link was already used, has expired, was replaced by a newer one, or is for a different user than the one signed in here.':
    'Der Link wurde bereits verwendet, ist abgelaufen, wurde durch einen neueren ersetzt oder ist für eine andere Person als die hier angemeldete.',
  'The link was already used, has expired, or was replaced by a newer one. Look for a newer email, or request a new link.':
    'Der Link wurde bereits verwendet, ist abgelaufen oder wurde durch einen neueren ersetzt. Suchen Sie nach einer neueren E-Mail oder fordern Sie einen neuen Link an.',
  'The app will be able to:': 'Die App darf dann:',
  'The link leads to an address that the app did not register (redirect_uri). No data was shared. Contact the developers of the app.':
    'Der Link führt zu einer Adresse, die die App nicht registriert hat (redirect_uri). Es wurden keine Daten weitergegeben. Wenden Sie sich an die Entwickler der App.',
  'Keep it': 'Behalten',
  'Store these codes': 'Bewahren Sie diese Codes auf',
  'Key:': 'Schlüssel:',
  'Check your email': 'Prüfen Sie Ihre E-Mails',
  'Developed by': 'Entwickelt von',
  'New password': 'Neues Passwort',
  'Not found': 'Nicht gefunden',
  'Wrong user?': 'Falsche Person?',
  'Off: you sign in with your password only.': 'Deaktiviert: Sie melden sich nur mit Ihrem Passwort an.',
  'On: signing in also requires a code of your authenticator app.':
    'Aktiviert: Zum Anmelden ist auch ein Code Ihrer Authenticator-App erforderlich.',
  'One more step': 'Noch ein Schritt',
  'Only an admin of your account can connect apps. Ask an admin.':
    'Nur ein Admin Ihres Kontos kann Apps verbinden. Wenden Sie sich an einen Admin.',
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
  'Sign in with {email}?': 'Mit {email} anmelden?',
  'Sign out': 'Abmelden',
  'Sign out everywhere': 'Überall abmelden',
  'Something went wrong': 'Etwas ist schiefgegangen',
  'Staff cannot connect apps': 'Das Team kann keine Apps verbinden',
  'Tenant Ops, operations for training with AR glasses':
    'Tenant Ops, Betrieb für das Training mit AR-Brillen',
  'The code is wrong. Is the clock of your device right?':
    'Der Code ist falsch. Geht die Uhr Ihres Geräts richtig?',
  'The email address or the password is wrong.': 'Die E-Mail-Adresse oder das Passwort ist falsch.',
  'The link names an app that does not exist (invalid_client). Contact the developers of the app.':
    'Der Link nennt eine App, die es nicht gibt (invalid_client). Wenden Sie sich an die Entwickler der App.',
  'The password is wrong.': 'Das Passwort ist falsch.',
  'The password must have {least} to {most} characters.':
    'Das Passwort muss {least} bis {most} Zeichen haben.',
  'Two-factor sign-in is still off': 'Zwei-Faktor-Anmeldung ist noch deaktiviert',
  'This email address cannot be used': 'Diese E-Mail-Adresse kann nicht verwendet werden',
  'This app is in development. It has not been reviewed, and only your account can connect it.':
    'Diese App ist in Entwicklung. Sie wurde nicht geprüft, und nur Ihr Konto kann sie verbinden.',
  'Unknown app': 'Unbekannte App',
  'This app is suspended': 'Diese App ist gesperrt',
  'This browser': 'Dieser Browser',
  'This code is wrong or was already used.': 'Dieser Code ist falsch oder wurde bereits verwendet.',
  'The request failed': 'Die Anfrage ist fehlgeschlagen',
  'This link is not valid': 'Dieser Link ist nicht gültig',
  'This link no longer works': 'Dieser Link funktioniert nicht mehr',
  'This link has a mistake': 'Dieser Link ist fehlerhaft',
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
  'Permissions of the app': 'Berechtigungen der App',
  'Active sign-ins': 'Aktive Anmeldungen',
  'Signed in as': 'Angemeldet als',
  'You are signed in as platform staff. Only an admin of an account can connect an app to it. Sign in as an admin of the account.':
    'Sie sind als Team der Plattform angemeldet. Nur ein Admin eines Kontos kann eine App mit ihm verbinden. Melden Sie sich als Admin des Kontos an.',
  'You can disconnect it at any time.': 'Sie können sie jederzeit trennen.',
  'You are then redirected to': 'Danach werden Sie weitergeleitet zu',
  'You sign in with this password and your email address.':
    'Sie melden sich mit diesem Passwort und Ihrer E-Mail-Adresse an.',
  'You now sign in with {email}. Other browsers were signed out.':
    'Sie melden sich jetzt mit {email} an. Andere Browser wurden abgemeldet.',
  'Your email address was changed': 'Ihre E-Mail-Adresse wurde geändert',
  'Your new email address': 'Ihre neue E-Mail-Adresse',
  'Your password': 'Ihr Passwort',
  'Your password was changed': 'Ihr Passwort wurde geändert',
  'Profile and security': 'Profil und Sicherheit',
  'last used {time} UTC': 'zuletzt verwendet {time} UTC',
  '{browser} on {system}': '{browser} auf {system}',
  Submitted: 'Eingereicht',
  By: 'Von',
  Session: 'Sitzung',
  Task: 'Aufgabe',
  'Required but not answered: {labels}': 'Erforderlich, aber nicht beantwortet: {labels}',
  missing: 'fehlt',
  Yes: 'Ja',
  No: 'Nein',
  'Submission {id}': 'Einreichung {id}',
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
} as const;

export const germanPageTexts = { ...pages, ...germanScopeTexts } as const satisfies Record<string, string>;
