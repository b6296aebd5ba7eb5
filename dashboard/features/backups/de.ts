export const texts = {
  'Back up now': 'Jetzt sichern',
  'Backup is running': 'Sicherung läuft',
  'Backup started': 'Sicherung gestartet',
  '{size} written so far': 'bisher {size} geschrieben',
  'Copies of the whole installation: database, files and encrypted key.':
    'Kopien der gesamten Installation: Datenbank, Dateien und verschlüsselter Schlüssel.',
  'There is no complete backup of the last 24 hours.':
    'Es gibt keine vollständige Sicherung aus den letzten 24 Stunden.',
  'No backups yet': 'Noch keine Sicherungen',
  'Every backup appears here, including failed attempts.':
    'Jede Sicherung erscheint hier, auch fehlgeschlagene Versuche.',
  Latest: 'Letzte',
  'No daily backup is configured (BACKUP_TO). Backups are created only with the backup command.':
    'Es ist keine tägliche Sicherung eingerichtet (BACKUP_TO). Sicherungen entstehen nur mit dem Befehl backup.',
  Schedule: 'Zeitplan',
  Destination: 'Ziel',
  Retention: 'Aufbewahrung',
  'the latest {keep}': 'die letzten {keep}',
  'due since {when}': 'fällig seit {when}',
  Result: 'Ergebnis',
  'the schedule': 'der Zeitplan',
  'an operator': 'manuell',
  '{seconds} min': '{seconds} min',
} as const;
