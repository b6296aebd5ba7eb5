export const texts = {
  'Invitation cancelled': 'Einladung zurückgenommen',
  'This is you.': 'Das sind Sie.',
  'None yet': 'Noch keine',
  'Open in Tasks': 'In Aufgaben öffnen',
  'No tasks assigned': 'Keine Aufgaben zugewiesen',
  'Tasks that are assigned to this person appear here.':
    'Hier erscheinen Aufgaben, die dieser Person zugewiesen sind.',
  'Sessions that this person records on glasses appear here.':
    'Hier erscheinen Sitzungen, die diese Person mit der Brille aufzeichnet.',
  'Procedures that this person records in sessions appear here.':
    'Hier erscheinen Abläufe, die diese Person in Sitzungen aufzeichnet.',
  'No seat': 'Kein Platz',
  'Assign a seat to this person on the page Seats, so that they can use glasses.':
    'Weisen Sie dieser Person auf der Seite „Plätze“ einen Platz zu, damit sie eine Brille nutzen kann.',
  '… {last4}': '… {last4}',
  Kind: 'Art',
  'No keys and no apps': 'Keine Schlüssel und keine Apps',
  'Active API keys that this person created and apps that they allowed appear here.':
    'Hier erscheinen aktive API-Schlüssel, die diese Person erstellt hat, und Apps, denen sie Zugriff gegeben hat.',
  'By this person': 'Von dieser Person',
  'About this person': 'Über diese Person',
  'Changes by this person and about this person appear here.':
    'Hier erscheinen Änderungen von dieser Person und an dieser Person.',
  '{email}, inactive': '{email}, inaktiv',
  'Cancel the invitation of {name}?': 'Die Einladung von {name} zurücknehmen?',
  'The link in the email stops working immediately. The person stays listed as inactive and can be invited again.':
    'Der Link in der E-Mail funktioniert sofort nicht mehr. Die Person bleibt als inaktiv aufgeführt und kann erneut eingeladen werden.',
  'Cancel the invitation': 'Einladung zurücknehmen',
  'Erase name and email address': 'Name und E-Mail-Adresse löschen',
  'Make {name} an admin?': '{name} zum Admin machen?',
  'Admins manage people, seats, keys, webhooks and apps, and see all reports of the account.':
    'Admins verwalten Personen, Plätze, Schlüssel, Webhooks und Apps und sehen alle Berichte des Kontos.',
  'Make an admin': 'Zum Admin machen',
  '{name} is an admin now': '{name} ist jetzt Admin',
  'Make {name} a member?': '{name} zum Mitglied machen?',
  'Members can use tasks, sessions and the catalogue. This person loses the admin permissions immediately.':
    'Mitglieder können Aufgaben, Sitzungen und den Katalog verwenden. Diese Person verliert die Admin-Rechte sofort.',
  'Make a member': 'Zum Mitglied machen',
  '{name} is a member now': '{name} ist jetzt Mitglied',
  'Deactivate {name}?': '{name} deaktivieren?',
  'The person is signed out everywhere. The glasses on their seat are blocked until you assign the seat to someone else. Sessions and tasks stay. You can reactivate the person.':
    'Die Person wird überall abgemeldet. Die Brille ihres Platzes ist gesperrt, bis Sie den Platz einer anderen Person zuweisen. Sitzungen und Aufgaben bleiben erhalten. Sie können die Person reaktivieren.',
  '{name} was deactivated': '{name} wurde deaktiviert',
  'Erase {name}?': '{name} löschen?',
  'The name and email address are removed from all records, which then show an erased person. Tasks, sessions and statistics stay. Webhook and log entries with the name are deleted after their retention period. Existing backups keep the name. This cannot be undone.':
    'Name und E-Mail-Adresse werden aus allen Datensätzen entfernt, die dann eine gelöschte Person zeigen. Aufgaben, Sitzungen und Statistiken bleiben erhalten. Webhook- und Protokolleinträge mit dem Namen werden nach ihrer Aufbewahrungsfrist gelöscht. Vorhandene Sicherungen behalten den Namen. Das kann nicht rückgängig gemacht werden.',
  'Send the invitations': 'Einladungen senden',
  'One person per line: email address, name, access (member or admin), glasses, role (trainer or trainee). Only the email address is required. {way}':
    'Eine Person pro Zeile: E-Mail-Adresse, Name, Zugang (member oder admin), Brille, Rolle (trainer oder trainee). Nur die E-Mail-Adresse ist erforderlich. {way}',
  'At most {most} people': 'Höchstens {most} Personen',
  'Send the invitation': 'Einladung senden',
  'Tasks, sessions, catalogue': 'Aufgaben, Sitzungen, Katalog',
  'All of the above, plus people, seats, keys, webhooks, apps, reports':
    'Zusätzlich Personen, Plätze, Schlüssel, Webhooks, Apps, Berichte',
  'Optional. Creates a seat with these glasses. You pair them later.':
    'Optional. Erstellt einen Platz mit dieser Brille. Koppeln können Sie sie später.',
  'Keeps working:': 'Funktioniert weiter:',
  'Stops working immediately:': 'Funktioniert sofort nicht mehr:',
  'Keep these keys and apps': 'Diese Schlüssel und Apps behalten',
  'Anyone who has one of these keys can keep using it. You can revoke keys and disconnect apps later.':
    'Wer einen dieser Schlüssel hat, kann ihn weiter verwenden. Sie können Schlüssel später widerrufen und Apps später trennen.',
  'Keys and apps': 'Schlüssel und Apps',
  'Key {name} …{last4}': 'Schlüssel {name} …{last4}',
  'App {name}': 'App {name}',
  'not used': 'nicht verwendet',
  'used {when}': 'verwendet {when}',
  'expired {when}': 'abgelaufen {when}',
  'Result of each line': 'Ergebnis pro Zeile',
  'No mail server is configured, so the invitations were only saved as files. Copy each link now and send it to that person only. The links are not shown again. You can create new ones later.':
    'Es ist kein Mailserver eingerichtet. Die Einladungen wurden deshalb nur als Dateien gespeichert. Kopieren Sie jeden Link jetzt und geben Sie ihn nur an die jeweilige Person weiter. Die Links werden nicht noch einmal angezeigt. Sie können später neue erstellen.',
  'Invitation sent': 'Einladung gesendet',
  'Invited. Copy the link.': 'Eingeladen. Kopieren Sie den Link.',
  'Already invited. No second email was sent.': 'Bereits eingeladen. Es wurde keine zweite E-Mail gesendet.',
  'This address is already in use': 'Diese Adresse wird bereits verwendet',
  'Duplicate line': 'Doppelte Zeile',
  'Cannot be invited': 'Kann nicht eingeladen werden',
  'Invite several': 'Mehrere einladen',
  'People of this account, their access and their glasses.':
    'Personen dieses Kontos, ihr Zugang und ihre Brillen.',
  'No mail server is configured, so the invitation is saved as a file. Copy the link after you invite.':
    'Es ist kein Mailserver eingerichtet. Die Einladung wird als Datei gespeichert. Kopieren Sie nach dem Einladen den Link.',
  'Name or address': 'Name oder Adresse',
  'Invite the people who work with this account. They get an email with a link to choose a password.':
    'Laden Sie die Personen ein, die mit diesem Konto arbeiten. Sie erhalten eine E-Mail mit einem Link, um ein Passwort festzulegen.',
  'Send an invitation': 'Einladung senden',
  'Last session': 'Letzte Sitzung',
  'the link of {full_name}': 'Link von {full_name}',
  'with {endpoints, plural, one {# endpoint} other {# endpoints}}':
    'mit {endpoints, plural, one {# Endpunkt} other {# Endpunkten}}',
  '{count, plural, one {# person} other {# people}}, at most {most}':
    '{count, plural, one {# Person} other {# Personen}}, höchstens {most}',
  '{count, plural, one {# person was invited} other {# people were invited}}':
    '{count, plural, one {# Person wurde eingeladen} other {# Personen wurden eingeladen}}',
  'Correct {count, plural, one {# line} other {# lines}}':
    '{count, plural, one {# Zeile} other {# Zeilen}} korrigieren',
  'Access changed': 'Zugang geändert',
  'Selected people': 'Ausgewählte Personen',
  'Make admins': 'Zu Admins machen',
  'Make members': 'Zu Mitgliedern machen',
  'Create seats': 'Plätze erstellen',
  'Remove from seats': 'Von Plätzen entfernen',
  'Remove {count, plural, one {# person} other {# people}} from their seats?':
    '{count, plural, one {# Person} other {# Personen}} von ihren Plätzen entfernen?',
  'They can no longer use the glasses of their seats. The glasses stay paired.':
    'Sie können die Brillen ihrer Plätze nicht mehr verwenden. Die Brillen bleiben gekoppelt.',
  'The seat was assigned to another user meanwhile.':
    'Der Platz wurde inzwischen einer anderen Person zugewiesen.',
  '{count, plural, one {# person} other {# people}} changed':
    '{count, plural, one {# Person} other {# Personen}} geändert',
  'Change {count, plural, one {# person} other {# people}}?':
    '{count, plural, one {# Person} other {# Personen}} ändern?',
  '{count, plural, one {# seat} other {# seats}} created':
    '{count, plural, one {# Platz} other {# Plätze}} erstellt',
  'Create {count, plural, one {# seat} other {# seats}}?':
    '{count, plural, one {# Platz} other {# Plätze}} erstellen?',
  'Glasses of {name}': 'Brille von {name}',
  'Each selected person without a seat gets one as a trainee. You pair the glasses later.':
    'Jede ausgewählte Person ohne Platz erhält einen als Trainee. Die Brillen koppeln Sie später.',
  'They lose the admin permissions immediately, and their API keys and connected apps stop working. Undo does not restore keys and apps.':
    'Sie verlieren die Admin-Rechte sofort. Ihre API-Schlüssel und verbundenen Apps funktionieren nicht mehr. „Rückgängig“ stellt Schlüssel und Apps nicht wieder her.',
  'These people can sign in again.': 'Diese Personen können sich wieder anmelden.',
  'They are signed out everywhere, and their glasses, API keys and connected apps stop working. Undo reactivates the people, but does not restore keys and apps.':
    'Sie werden überall abgemeldet. Ihre Brillen, API-Schlüssel und verbundenen Apps funktionieren nicht mehr. „Rückgängig“ reaktiviert die Personen, stellt Schlüssel und Apps aber nicht wieder her.',
  'Import people': 'Personen importieren',
  'A person is recognized by the email address. New people are invited. An update changes only the access.':
    'Eine Person wird an der E-Mail-Adresse erkannt. Neue Personen werden eingeladen. Eine Aktualisierung ändert nur den Zugang.',
  'No mail server is configured, so you can download a link for each new person after the import.':
    'Es ist kein Mailserver eingerichtet. Nach dem Import können Sie für jede neue Person einen Link herunterladen.',
  'No mail server is configured, so the invitations were only saved as files. Download the links now and send each one to that person only. The links are not shown again. You can create new ones later.':
    'Es ist kein Mailserver eingerichtet. Die Einladungen wurden deshalb nur als Dateien gespeichert. Laden Sie die Links jetzt herunter und geben Sie jeden nur an die jeweilige Person weiter. Die Links werden nicht noch einmal angezeigt. Sie können später neue erstellen.',
  'Download {count, plural, one {# link} other {# links}}':
    '{count, plural, one {# Link} other {# Links}} herunterladen',
  'Invitation link': 'Einladungslink',
} as const;
