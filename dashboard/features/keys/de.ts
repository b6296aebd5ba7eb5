export const texts = {
  'Name or last characters': 'Name oder letzte Zeichen',
  'Change {name}': '{name} ändern',
  'The program that uses this key.': 'Das Programm, das diesen Schlüssel verwendet.',
  'Work order sync': 'Abgleich der Arbeitsaufträge',
  'Your new key': 'Ihr neuer Schlüssel',
  'Keys that programs use to call the API. A key is shown once and works until it expires or is revoked.':
    'Schlüssel, mit denen Programme die API aufrufen. Ein Schlüssel wird einmal angezeigt und gilt, bis er abläuft oder widerrufen wird.',
  'No API keys yet': 'Noch keine API-Schlüssel',
  'Create a key with the scopes that your program needs. You then get a first request to copy.':
    'Erstellen Sie einen Schlüssel mit den Berechtigungen, die Ihr Programm braucht. Danach erhalten Sie eine erste Anfrage zum Kopieren.',
  'One IP address or network per line. Leave empty to allow all addresses.':
    'Eine IP-Adresse oder ein Netz pro Zeile. Leer lassen, um alle Adressen zu erlauben.',
  'Revoke {name}?': '{name} widerrufen?',
  'Programs that use this key lose access with their next request. This cannot be undone.':
    'Programme mit diesem Schlüssel verlieren mit der nächsten Anfrage den Zugriff. Das kann nicht rückgängig gemacht werden.',
  'Revoke key': 'Schlüssel widerrufen',
  'Replace {name}?': '{name} ersetzen?',
  'The new key has the same name, scopes, expiry and allowed IP addresses. The old key stops working immediately, so be ready to update your program.':
    'Der neue Schlüssel hat denselben Namen, dieselben Berechtigungen, dasselbe Ablaufdatum und dieselben erlaubten IP-Adressen. Der alte Schlüssel funktioniert sofort nicht mehr. Halten Sie Ihr Programm für den neuen Schlüssel bereit.',
  'Replace key': 'Schlüssel ersetzen',
  'Read only': 'Nur lesen',
  'Read|scope': 'Lesen',
  'Write|scope': 'Schreiben',
  'Manage|scope': 'Verwalten',
  Billing: 'Abrechnung',
  Devices: 'Geräte',
  'All scopes': 'Alle Berechtigungen',
  'Key changed': 'Schlüssel geändert',
  'Key revoked': 'Schlüssel widerrufen',
  'Unused for 90 days': 'Seit 90 Tagen nicht verwendet',
  'Restricted to {addresses}': 'Beschränkt auf {addresses}',
  'Change expiry and IP addresses': 'Ablauf und IP-Adressen ändern',
  'Unchanged: {expires_at}': 'Unverändert: {expires_at}',
  'In {days} days': 'In {days} Tagen',
  'Choose a day': 'Tag auswählen',
  'The key works until the end of this day ({zone}).':
    'Der Schlüssel gilt bis zum Ende dieses Tages ({zone}).',
  'The operator': 'Der Betreiber',
  'Restricted to {count, plural, one {# address} other {# addresses}}':
    'Beschränkt auf {count, plural, one {# Adresse} other {# Adressen}}',
} as const;
