export const backups = {
  'Copies of the whole installation: its database, its files and its sealed key.':
    'Kopien der ganzen Installation: ihre Datenbank, ihre Dateien und ihr versiegelter Schlüssel.',
  'The newest whole backup is older than a day, or there is none yet.':
    'Die neueste vollständige Sicherung ist älter als ein Tag, oder es gibt noch keine.',
  'No backups yet': 'Noch keine Sicherungen',
  'Each attempt is listed here, also one that failed.':
    'Jeder Versuch steht hier, auch einer, der fehlgeschlagen ist.',
  'The newest': 'Die neueste',
  'No daily backup is configured (BACKUP_TO): one is made only by the command backup.':
    'Es ist keine tägliche Sicherung eingerichtet (BACKUP_TO): nur der Befehl backup macht eine.',
  'Every day': 'Jeden Tag',
  'Where to': 'Wohin',
  Kept: 'Behalten',
  'the newest {keep}': 'die neuesten {keep}',
  'due since {when}': 'fällig seit {when}',
  Began: 'Begonnen',
  Result: 'Ergebnis',
  'the schedule': 'der Zeitplan',
  'an operator': 'ein Betreiber',
  '{seconds} min': '{seconds} min',
} as const;
