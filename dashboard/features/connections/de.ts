export const texts = {
  'Apps with access to this account, and their scopes.':
    'Apps mit Zugriff auf dieses Konto und ihre Berechtigungen.',
  'No connected apps': 'Keine verbundenen Apps',
  'Apps appear here after an admin allows them to access this account.':
    'Apps erscheinen hier, sobald ein Admin ihnen Zugriff auf dieses Konto erlaubt.',
  'Receives events at': 'Empfängt Ereignisse unter',
  Allowed: 'Erlaubt',
  'Disconnect {name}': '{name} trennen',
  Disconnect: 'Trennen',
  'by {allowed_by}': 'von {allowed_by}',
  'Disconnect {name}?': '{name} trennen?',
  'All tokens of the app for this account stop working immediately, and its endpoints receive no more events. An admin must allow the app again before you can use it.':
    'Alle Token der App für dieses Konto funktionieren sofort nicht mehr, und ihre Endpunkte erhalten keine Ereignisse mehr. Ein Admin muss die App erneut erlauben, bevor Sie sie wieder nutzen können.',
  'App disconnected. Its tokens no longer work.': 'App getrennt. Die Token der App funktionieren nicht mehr.',
} as const;
