export const settings = {
  'Its name stands in invitations and on the page where people connect apps.':
    'Sein Name steht in Einladungen und auf der Seite, auf der Apps verbunden werden.',
  Rename: 'Umbenennen',
  'Base URL': 'Basis-URL',
  'For all of its people, with everything that is in it.':
    'Für alle seine Personen, mit allem, was darin ist.',
  'Export the account': 'Konto exportieren',
  'Everything in it as one archive: its records as lines of JSON, and its files. Passwords, keys and secrets are not in it.':
    'Alles darin als ein Archiv: seine Datensätze als Zeilen von JSON und seine Dateien. Passwörter, Schlüssel und Geheimnisse sind nicht dabei.',
  Password: 'Passwort',
  'A new one signs you out everywhere but here.': 'Ein neues meldet Sie überall ab, nur hier nicht.',
  '8 characters or more.': '8 Zeichen oder mehr.',
  'Change password': 'Passwort ändern',
  'Your recovery codes': 'Ihre Wiederherstellungscodes',
  'The second factor is on. Keep these codes where you find them without your phone: each lets you in once. They are shown this once.':
    'Der zweite Faktor ist an. Bewahren Sie diese Codes so auf, dass Sie sie ohne Ihr Telefon finden: jeder lässt Sie einmal herein. Sie werden nur dieses eine Mal gezeigt.',
  'I have kept them': 'Ich habe sie aufbewahrt',
  'With it, whoever has your password still needs the code that your phone shows.':
    'Damit braucht auch, wer Ihr Passwort kennt, noch den Code, den Ihr Telefon zeigt.',
  'Turn off': 'Ausschalten',
  'Set up': 'Einrichten',
  'Your account, and how you sign in to it.': 'Ihr Konto, und wie Sie sich anmelden.',
  'Where you are signed in': 'Wo Sie angemeldet sind',
  'A sign-in ends by itself after a day without use, and after two weeks in any case.':
    'Eine Anmeldung endet von selbst nach einem Tag ohne Benutzung, und in jedem Fall nach zwei Wochen.',
  'Sign out everywhere': 'Überall abmelden',
  'Sign-ins': 'Anmeldungen',
  Browser: 'Browser',
  'This browser': 'Dieser Browser',
  'Sign out of {browser}': 'In {browser} abmelden',
  'Sign out everywhere?': 'Überall abmelden?',
  'Every browser is signed out, this one too.': 'Jeder Browser wird abgemeldet, auch dieser.',
  'Turn the second factor off?': 'Den zweiten Faktor ausschalten?',
  'Your password alone will let you in. Give a code of your app, or a recovery code, so that we know it is you.':
    'Dann genügt Ihr Passwort allein. Geben Sie einen Code Ihrer App oder einen Wiederherstellungscode ein, damit wir wissen, dass Sie es sind.',
  'Set up the second factor': 'Den zweiten Faktor einrichten',
  'Turn on': 'Einschalten',
  'Scan this with an authenticator app, then type the six digits that it shows.':
    'Scannen Sie das mit einer Authenticator-App und geben Sie dann die sechs Ziffern ein, die sie zeigt.',
  'So that nobody else sets one up in a browser that you left open.':
    'Damit niemand sonst einen einrichtet, in einem Browser, den Sie offen gelassen haben.',
  'Your password': 'Ihr Passwort',
  'QR code with the secret below': 'QR-Code mit dem Geheimnis darunter',
  'Or type it in:': 'Oder tippen Sie es ein:',
  'Account renamed': 'Konto umbenannt',
  'Password changed': 'Passwort geändert',
  'Signed out there': 'Dort abgemeldet',
  'The second factor is off': 'Der zweite Faktor ist aus',
  'An unknown browser': 'Ein unbekannter Browser',
  '{browser} on {system}': '{browser} auf {system}',
  'You sign in with {email}. A new one counts once you open the link that we send there.':
    'Sie melden sich mit {email} an. Eine neue gilt, sobald Sie den Link öffnen, den wir dorthin senden.',
  'New address': 'Neue Adresse',
  'Send the link': 'Link senden',
  You: 'Sie selbst',
  'Your name stands beside what you do. How you read dates is your own choice.':
    'Ihr Name steht bei dem, was Sie tun. Wie Sie Daten lesen, wählen Sie selbst.',
  'No such language': 'Diese Sprache gibt es nicht',
  'As {date} and {count}.': 'Wie {date} und {count}.',
  'Days of reports, charts, lists and due dates begin and end there, for everybody in the account.':
    'Tage von Berichten, Diagrammen, Listen und Fristen beginnen und enden dort, für alle im Konto.',
  'No such time zone': 'Diese Zeitzone gibt es nicht',
  'Set time zone': 'Zeitzone setzen',
  'A link is on its way to {email}': 'Ein Link ist unterwegs an {email}',
  'Days begin and end at midnight, {time_zone}': 'Tage beginnen und enden um Mitternacht, {time_zone}',
  'Password changed, and signed out of {signed_out}': 'Passwort geändert, und abgemeldet in {signed_out}',
  'English (United States)': 'Englisch (USA)',
  'English (United Kingdom)': 'Englisch (Großbritannien)',
  Czech: 'Tschechisch',
  'French (Switzerland)': 'Französisch (Schweiz)',
  'German (Austria)': 'Deutsch (Österreich)',
  'German (Switzerland)': 'Deutsch (Schweiz)',
  Japanese: 'Japanisch',
  Polish: 'Polnisch',
  'Portuguese (Brazil)': 'Portugiesisch (Brasilien)',
  'As in this browser': 'Wie in diesem Browser',
  'We sent a link to {email}. It ends {when}; asking again replaces it.':
    'Wir haben einen Link an {email} gesendet. Er endet {when}; eine neue Anfrage ersetzt ihn.',
  'It stands beside the account name: here, on the page where people connect apps, and on printed forms.':
    'Es steht neben dem Namen des Kontos: hier, auf der Seite, auf der Apps verbunden werden, und auf gedruckten Formularen.',
} as const;
