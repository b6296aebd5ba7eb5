export const texts = {
  'Import CSV': 'CSV importieren',
  'Discard the import?': 'Import verwerfen?',
  'Nothing has been imported yet.': 'Es wurde noch nichts importiert.',
  'The first row of the file must contain the headings. An export can be imported unchanged.':
    'Die erste Zeile der Datei muss die Überschriften enthalten. Ein Export lässt sich unverändert importieren.',
  'or drop it here': 'oder hier ablegen',
  'Not imported': 'Nicht importieren',
  'Column {number}': 'Spalte {number}',
  '{count, plural, one {# row} other {# rows}} in {name}':
    '{count, plural, one {# Zeile} other {# Zeilen}} in {name}',
  'Records that exist': 'Vorhandene Einträge',
  'Leave them unchanged': 'Unverändert lassen',
  'Update them': 'Aktualisieren',
  'Choose the column for: {column}': 'Wählen Sie die Spalte für: {column}',
  'Other file': 'Andere Datei',
  'Check rows': 'Zeilen prüfen',
  'First rows': 'Erste Zeilen',
  'Checked. Nothing has been imported yet.': 'Geprüft. Es wurde noch nichts importiert.',
  'Import finished': 'Import beendet',
  'Import stopped': 'Import angehalten',
  'Stop the import?': 'Import anhalten?',
  'If you leave this page, the remaining rows are not imported.':
    'Wenn Sie diese Seite verlassen, werden die übrigen Zeilen nicht importiert.',
  '{count, plural, one {# row is} other {# rows are}} left.':
    '{count, plural, one {# Zeile ist} other {# Zeilen sind}} noch offen.',
  'Start the import': 'Import starten',
  '{count, plural, one {# row is} other {# rows are}} not imported':
    '{count, plural, one {# Zeile wird} other {# Zeilen werden}} nicht importiert',
  'Download these rows': 'Diese Zeilen herunterladen',
  Row: 'Zeile',
  'Row {number}': 'Zeile {number}',
  'Duplicate row': 'Doppelte Zeile',
  'Names the same record as row {number}': 'Nennt denselben Eintrag wie Zeile {number}',
  '{count} new': '{count} neu',
  '{count} updated': '{count} aktualisiert',
  '{count} unchanged': '{count} unverändert',
  'No records': 'Keine Einträge',
  'The file has {count} rows. The maximum is {most}. Split the file.':
    'Die Datei hat {count} Zeilen, höchstens {most} sind möglich. Teilen Sie die Datei auf.',
  'The file could not be read. Choose it again.':
    'Die Datei konnte nicht gelesen werden. Wählen Sie sie erneut.',
  'This is not a CSV file. Save the table as “CSV UTF-8” in your spreadsheet, then choose that file.':
    'Das ist keine CSV-Datei. Speichern Sie die Tabelle als „CSV UTF-8“, und wählen Sie dann diese Datei.',
  'The file has no rows below its headings.': 'Die Datei hat keine Zeilen unter den Überschriften.',
  'Line {line}: a quotation mark is not closed, or is in the middle of a cell without quotation marks.':
    'Zeile {line}: Ein Anführungszeichen ist nicht geschlossen oder steht mitten in einer Zelle ohne Anführungszeichen.',
} as const;
