export const people = {
  'Cancel the invitation of {name}?': 'Die Einladung von {name} zurücknehmen?',
  'The link in the mail stops working at once. The person stays on record as inactive and may be invited again.':
    'Der Link in der Mail gilt sofort nicht mehr. Die Person bleibt als inaktiv verzeichnet und kann wieder eingeladen werden.',
  'Cancel the invitation': 'Einladung zurücknehmen',
  'Erase name and address': 'Name und Adresse löschen',
  'Make {name} an admin?': '{name} zum Admin machen?',
  'Admins manage people, seats, keys, webhooks and apps, and see every report of the account.':
    'Admins verwalten Personen, Plätze, Schlüssel, Webhooks und Apps und sehen alle Berichte des Kontos.',
  'Make an admin': 'Zum Admin machen',
  '{name} is an admin now': '{name} ist jetzt Admin',
  'Make {name} a member?': '{name} zum Mitglied machen?',
  'They keep tasks, sessions and the catalogue, and lose everything that only admins may do, from their next click on.':
    'Aufgaben, Sitzungen und Katalog bleiben; was nur Admins dürfen, entfällt vom nächsten Klick an.',
  'Make a member': 'Zum Mitglied machen',
  '{name} is a member now': '{name} ist jetzt Mitglied',
  'Deactivate {name}?': '{name} deaktivieren?',
  'They are signed out everywhere, and glasses on their seat are refused until the seat is given to somebody else. Their sessions and tasks stay. They can be reactivated.':
    'Die Person wird überall abgemeldet, und die Brille auf ihrem Platz wird abgewiesen, bis der Platz jemand anderem gegeben wird. Ihre Sitzungen und Aufgaben bleiben. Sie kann wieder aktiviert werden.',
  '{name} was deactivated': '{name} wurde deaktiviert',
  'Erase {name}?': '{name} löschen?',
  'Their name and address are taken off all records, which then speak of an erased person; tasks, sessions and counts stay. Webhooks and logs that told the name before are removed by their age, and backups keep it. This cannot be undone.':
    'Name und Adresse werden aus allen Aufzeichnungen entfernt, die dann von einer gelöschten Person sprechen; Aufgaben, Sitzungen und Zahlen bleiben. Webhooks und Protokolle, die den Namen zuvor genannt haben, werden mit ihrem Alter entfernt, und Sicherungen behalten ihn. Das lässt sich nicht rückgängig machen.',
  'Send the invitations': 'Einladungen senden',
  'One person a line: address, name, access (member or admin), name of the glasses, role (trainer or trainee). Only the address is needed. {way}':
    'Eine Person je Zeile: Adresse, Name, Zugang (member oder admin), Name der Brille, Rolle (trainer oder trainee). Nur die Adresse ist nötig. {way}',
  'CSV file': 'CSV-Datei',
  'Take a CSV file': 'Eine CSV-Datei nehmen',
  '{count}, at most {most}': '{count}, höchstens {most}',
  'Must be at most {most} people': 'Höchstens {most} Personen',
  'Send the invitation': 'Einladung senden',
  'Tasks, sessions, catalogue': 'Aufgaben, Sitzungen, Katalog',
  'All of that, and people, seats, keys, webhooks, apps, reports':
    'All das, dazu Personen, Plätze, Schlüssel, Webhooks, Apps, Berichte',
  'A seat for this person, if there are glasses already. They are paired later.':
    'Ein Platz für diese Person, wenn es schon eine Brille gibt. Gekoppelt wird sie später.',
  'Goes on working without them:': 'Geht ohne diese Person weiter:',
  'Stops working at once:': 'Gilt sofort nicht mehr:',
  'Keep these keys and apps': 'Diese Schlüssel und Apps behalten',
  'Whoever knows a key can go on using it. You can revoke and disconnect them later.':
    'Wer einen Schlüssel kennt, kann ihn weiter benutzen. Widerrufen und trennen können Sie sie später.',
  'Keys and apps': 'Schlüssel und Apps',
  'Key {name} …{last4}': 'Schlüssel {name} …{last4}',
  'App {name}': 'App {name}',
  'with {endpoints}': 'mit {endpoints}',
  'never used': 'nie benutzt',
  '{count} invited': '{count} eingeladen',
  'What became of each line': 'Was aus jeder Zeile wurde',
  'Correct {count}': '{count} verbessern',
  'No mail server is configured, so the invitations were only written to a file. Copy each link and give it to its person and nobody else. The links are shown this once; new ones can be made later.':
    'Es ist kein Mailserver eingerichtet, deshalb wurden die Einladungen nur in eine Datei geschrieben. Kopieren Sie jeden Link und geben Sie ihn nur seiner Person. Die Links werden nur dieses eine Mal gezeigt; neue lassen sich später machen.',
  'Invited, the mail is on its way': 'Eingeladen, die Mail ist unterwegs',
  'Invited, copy the link': 'Eingeladen, Link kopieren',
  'Was invited before, no second mail was sent': 'War schon eingeladen, eine zweite Mail ging nicht aus',
  'This address is known already': 'Diese Adresse ist schon bekannt',
  'Stands in the list more than once': 'Steht mehr als einmal in der Liste',
  'Cannot be invited': 'Kann nicht eingeladen werden',
  'Invite several': 'Mehrere einladen',
  'Who belongs to the account, what they may do here, and which glasses they wear.':
    'Wer zum Konto gehört, was jeder hier darf, und wer welche Brille trägt.',
  'No mail server is configured: an invitation is written to a file, and the link is yours to copy.':
    'Es ist kein Mailserver eingerichtet: eine Einladung wird in eine Datei geschrieben, und der Link ist für Sie zum Kopieren.',
  'Name or address': 'Name oder Adresse',
  'Invite the people who work with this account. They choose a password with the link that they get by mail.':
    'Laden Sie die Personen ein, die mit diesem Konto arbeiten. Mit dem Link aus der Mail wählen sie ein Passwort.',
  'Send an invitation': 'Eine Einladung senden',
  'The invitation was cancelled': 'Die Einladung wurde zurückgenommen',
  'Last session': 'Letzte Sitzung',
  'the link of {full_name}': 'Link von {full_name}',
} as const;
