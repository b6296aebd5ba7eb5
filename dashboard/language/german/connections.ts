export const connections = {
  'Apps that an admin of this account let in, and what each of them may do here.':
    'Apps, die ein Admin dieses Kontos hereingelassen hat, und was jede hier darf.',
  'No connected apps': 'Keine verbundenen Apps',
  'When an app asks for access to this account and an admin allows it, it stands here until you disconnect it.':
    'Bittet eine App um Zugang zu diesem Konto und ein Admin erlaubt es, steht sie hier, bis Sie sie trennen.',
  May: 'Darf',
  'Has events sent to': 'Bekommt Ereignisse an',
  Allowed: 'Erlaubt',
  'Disconnect {name}': '{name} trennen',
  Disconnect: 'Trennen',
  'by {allowed_by}': 'von {allowed_by}',
  'Disconnect {name}?': '{name} trennen?',
  'All of its tokens for this account stop working at once, and nothing is sent to its endpoints any more. To use it again, an admin has to allow it anew.':
    'Alle ihre Token für dieses Konto gelten sofort nicht mehr, und an ihre Endpunkte wird nichts mehr gesendet. Um sie wieder zu nutzen, muss ein Admin sie neu erlauben.',
  'Disconnected: its tokens do not work any more': 'Getrennt: ihre Token gelten nicht mehr',
} as const;
