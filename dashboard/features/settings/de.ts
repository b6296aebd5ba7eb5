export const texts = {
  'Weak: make it longer, for example with several words.':
    'Schwach: Machen Sie es länger, zum Beispiel mit mehreren Wörtern.',
  'Fair: a longer password is safer.': 'Mittel: Ein längeres Passwort ist sicherer.',
  'Strong password.': 'Starkes Passwort.',
  'Signed in': 'Angemeldet',
  'Recovery codes': 'Wiederherstellungscodes',
  'The account name appears in invitations and when apps are connected.':
    'Der Kontoname erscheint in Einladungen und beim Verbinden von Apps.',
  Rename: 'Umbenennen',
  'Base URL': 'Basis-URL',
  'Deletes the account with all of its people and data.': 'Löscht das Konto mit allen Personen und Daten.',
  'Export the account': 'Konto exportieren',
  'All data in one archive: records as JSON lines, and files. Passwords, keys and secrets are not included.':
    'Alle Daten in einem Archiv: Datensätze als JSON-Zeilen und Dateien. Passwörter, Schlüssel und Secrets sind nicht enthalten.',
  'A new password signs you out of all other browsers.':
    'Ein neues Passwort meldet Sie in allen anderen Browsern ab.',
  'At least 8 characters.': 'Mindestens 8 Zeichen.',
  'Change password': 'Passwort ändern',
  'Your recovery codes': 'Ihre Wiederherstellungscodes',
  'Two-factor sign-in is on. Store these codes where you can find them without your phone. Each code works once. The codes are not shown again.':
    'Die Zwei-Faktor-Anmeldung ist aktiviert. Bewahren Sie diese Codes so auf, dass Sie sie ohne Ihr Telefon finden. Jeder Code funktioniert einmal. Die Codes werden nicht noch einmal angezeigt.',
  'Done, I stored them': 'Ich habe sie gespeichert',
  'Signing in then also requires a code from your phone.':
    'Zum Anmelden ist dann zusätzlich ein Code Ihres Telefons erforderlich.',
  'Set up': 'Einrichten',
  'Your profile and security, and the account.': 'Ihr Profil, Ihre Sicherheit und das Konto.',
  'Sections of the settings': 'Bereiche der Einstellungen',
  Profile: 'Profil',
  Security: 'Sicherheit',
  Data: 'Daten',
  'Danger zone': 'Gefahrenbereich',
  Appearance: 'Darstellung',
  'The language also applies to emails that you receive. The color scheme applies to this browser.':
    'Die Sprache gilt auch für E-Mails an Sie. Das Farbschema gilt für diesen Browser.',
  'Active sign-ins': 'Aktive Anmeldungen',
  'Sign-ins expire after one day without use, and after two weeks at the latest.':
    'Anmeldungen laufen nach einem Tag ohne Nutzung ab, spätestens nach zwei Wochen.',
  'Sign out everywhere': 'Überall abmelden',
  'Sign-ins': 'Anmeldungen',
  'This browser': 'Dieser Browser',
  'Sign out on {browser}': 'Auf {browser} abmelden',
  'Sign out everywhere?': 'Überall abmelden?',
  'All browsers are signed out, including this one.': 'Alle Browser werden abgemeldet, auch dieser.',
  'Turn off two-factor sign-in?': 'Zwei-Faktor-Anmeldung deaktivieren?',
  'You then sign in with your password only. Enter a code of your authenticator app or a recovery code to confirm.':
    'Danach melden Sie sich nur mit Ihrem Passwort an. Geben Sie zur Bestätigung einen Code Ihrer Authenticator-App oder einen Wiederherstellungscode ein.',
  'Set up two-factor sign-in': 'Zwei-Faktor-Anmeldung einrichten',
  'Scan this code with an authenticator app, then enter the six digits that the app shows.':
    'Scannen Sie diesen Code mit einer Authenticator-App und geben Sie dann die sechs Ziffern der App ein.',
  'QR code of the key below': 'QR-Code des Schlüssels unten',
  'Or enter this key:': 'Oder geben Sie diesen Schlüssel ein:',
  'Account renamed': 'Konto umbenannt',
  'Password changed': 'Passwort geändert',
  'Browser signed out': 'Browser abgemeldet',
  'Two-factor sign-in is off': 'Zwei-Faktor-Anmeldung ist deaktiviert',
  'An unknown browser': 'Ein unbekannter Browser',
  '{browser} on {system}': '{browser} auf {system}',
  'You sign in with {email}. To change it, enter a new address and open the link that we send there.':
    'Sie melden sich mit {email} an. Um die Adresse zu ändern, geben Sie eine neue ein und öffnen Sie den Link, den wir dorthin senden.',
  'New address': 'Neue Adresse',
  'Send the link': 'Link senden',
  'Your profile': 'Ihr Profil',
  'Your name appears next to your actions. Date and number formats apply to you only.':
    'Ihr Name erscheint bei Ihren Aktionen. Datums- und Zahlenformate gelten nur für Sie.',
  'No matching language': 'Keine passende Sprache',
  'Example: {date} and {count}.': 'Beispiel: {date} und {count}.',
  'Reports, charts, lists and due dates use the days of this time zone, for everyone in the account.':
    'Berichte, Diagramme, Listen und Fristen verwenden die Tage dieser Zeitzone, für alle im Konto.',
  'No matching time zone': 'Keine passende Zeitzone',
  'Set time zone': 'Zeitzone festlegen',
  'A link was sent to {email}': 'Ein Link wurde an {email} gesendet',
  'Time zone changed to {time_zone}': 'Zeitzone geändert: {time_zone}',
  'English (United States)': 'Englisch (USA)',
  'English (United Kingdom)': 'Englisch (Großbritannien)',
  Czech: 'Tschechisch',
  'French (Switzerland)': 'Französisch (Schweiz)',
  'German (Austria)': 'Deutsch (Österreich)',
  'German (Switzerland)': 'Deutsch (Schweiz)',
  Japanese: 'Japanisch',
  Polish: 'Polnisch',
  'Portuguese (Brazil)': 'Portugiesisch (Brasilien)',
  'Same as this browser': 'Wie in diesem Browser',
  'We sent a link to {email}. It expires {when}. Request a new link to replace it.':
    'Wir haben einen Link an {email} gesendet. Er läuft {when} ab. Eine neue Anforderung ersetzt ihn.',
  'Shown next to the account name: in the dashboard, when apps are connected, and on printed forms.':
    'Wird neben dem Kontonamen angezeigt: im Dashboard, beim Verbinden von Apps und auf gedruckten Formularen.',
  'base URL': 'Basis-URL',
  'Password changed. Signed out of {signed_out, plural, one {# other browser} other {# other browsers}}.':
    'Passwort geändert. Abgemeldet in {signed_out, plural, one {# anderem Browser} other {# anderen Browsern}}.',
} as const;
