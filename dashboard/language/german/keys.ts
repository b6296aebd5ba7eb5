export const keys = {
  'Change {name}': '{name} ändern',
  'What uses it, so that you know it again later.': 'Was ihn benutzt, damit Sie ihn später wiedererkennen.',
  'Work order sync': 'Abgleich der Arbeitsaufträge',
  'Your new key': 'Ihr neuer Schlüssel',
  'What programs sign their requests with. A key is shown once and works until it ends or is revoked.':
    'Womit Programme ihre Anfragen ausweisen. Ein Schlüssel wird einmal gezeigt und gilt, bis er endet oder widerrufen wird.',
  'No API keys yet': 'Noch keine API-Schlüssel',
  'Create one with the scopes that your program needs. The first request is ready to copy right after.':
    'Erstellen Sie einen mit den Berechtigungen, die Ihr Programm braucht. Gleich danach steht die erste Anfrage zum Kopieren bereit.',
  'One address or network a line. Without any, the key works from everywhere.':
    'Eine Adresse oder ein Netz je Zeile. Ohne gilt der Schlüssel von überall.',
  'Revoke {name}?': '{name} widerrufen?',
  'Every program that uses this key is refused from its next request on. This cannot be undone.':
    'Jedes Programm mit diesem Schlüssel wird von seiner nächsten Anfrage an abgewiesen. Das lässt sich nicht rückgängig machen.',
  'Revoke key': 'Schlüssel widerrufen',
  'Roll {name}?': '{name} austauschen?',
  'A new key with the same name, scopes, end and addresses takes its place. The old one stops working at once, so have the place where you put the new one ready.':
    'Ein neuer Schlüssel mit demselben Namen, denselben Berechtigungen, demselben Ende und denselben Adressen tritt an seine Stelle. Der alte gilt sofort nicht mehr; halten Sie also bereit, wo Sie den neuen eintragen.',
  'Roll key': 'Schlüssel austauschen',
  'Read only': 'Nur lesen',
  Everything: 'Alles',
  'Key changed': 'Schlüssel geändert',
  'Key revoked': 'Schlüssel ist widerrufen',
  'Created by': 'Erstellt von wem',
  'Unused for 90 days': 'Seit 90 Tagen unbenutzt',
  'Restricted to {addresses}': 'Beschränkt auf {addresses}',
  'Restricted to {count}': 'Beschränkt auf {count}',
  'Change end and addresses': 'Ende und Adressen ändern',
  'As it is: {expires_at}': 'Wie es ist: {expires_at}',
  'In {days} days': 'In {days} Tagen',
  'On a day of your choice': 'An einem Tag Ihrer Wahl',
  'It works until the end of this day, {zone}.': 'Er gilt bis zum Ende dieses Tages, {zone}.',
} as const;
