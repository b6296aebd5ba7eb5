export const texts = {
  'a PDF': 'ein PDF',
  'a Word document': 'ein Word-Dokument',
  text: 'Text',
  'something else': 'etwas anderes',
  'Timed out waiting for a connection': 'Zeitüberschreitung beim Warten auf eine Verbindung',
  'DNS lookup timed out': 'Zeitüberschreitung bei der DNS-Abfrage',
  'Connecting timed out': 'Zeitüberschreitung beim Verbinden',
  'No answer in time': 'Keine Antwort innerhalb der Zeit',
  'Answer not complete in time': 'Antwort nicht rechtzeitig vollständig',
  'Host name not found': 'Hostname nicht gefunden',
  'DNS lookup failed': 'DNS-Abfrage fehlgeschlagen',
  'Connection refused': 'Verbindung abgelehnt',
  'Host not reachable': 'Host nicht erreichbar',
  'Connection lost': 'Verbindung abgebrochen',
  'TLS connection failed': 'TLS-Verbindung fehlgeschlagen',
  'Answer is not valid HTTP': 'Antwort ist kein gültiges HTTP',
  'URL cannot be called': 'URL kann nicht aufgerufen werden',
  'The backup cannot be written into {folder} ({problem}).':
    'Die Sicherung kann nicht in {folder} geschrieben werden ({problem}).',
  '{name} already exists. Choose another name or move it.':
    '{name} existiert bereits. Wählen Sie einen anderen Namen oder verschieben Sie die Datei.',
  'The process that made the backup was stopped.':
    'Der Prozess, der die Sicherung erstellt hat, wurde angehalten.',
  'The process that made the backup ended.': 'Der Prozess, der die Sicherung erstellt hat, wurde beendet.',
  'The backup was stopped because it lost contact with the database.':
    'Die Sicherung wurde abgebrochen, weil sie den Kontakt zur Datenbank verloren hat.',
  'The document could not be processed in several attempts.':
    'Das Dokument konnte auch nach mehreren Versuchen nicht verarbeitet werden.',
  'The file of the document no longer exists.': 'Die Datei des Dokuments existiert nicht mehr.',
  'The file is empty.': 'Die Datei ist leer.',
  'The document contains no text.': 'Das Dokument enthält keinen Text.',
  'The file is damaged.': 'Die Datei ist beschädigt.',
  'The document is protected with a password.': 'Das Dokument ist mit einem Passwort geschützt.',
  'The document is protected with a password or has an old Office format.':
    'Das Dokument ist mit einem Passwort geschützt oder hat ein altes Office-Format.',
  'Files with this extension cannot be read.': 'Dateien mit dieser Endung können nicht gelesen werden.',
  'The extension promises {declared}, but the file contains {found}.':
    'Laut Endung ist die Datei {declared}, sie enthält aber {found}.',
  'The file is a ZIP archive, but not a Word document.':
    'Die Datei ist ein ZIP-Archiv, aber kein Word-Dokument.',
  'Files in this format can be at most {most} MB.':
    'Dateien dieses Formats können höchstens {most} MB groß sein.',
  'The document has {pages} pages; the limit is {most}.':
    'Das Dokument hat {pages} Seiten, höchstens {most} sind möglich.',
  'The document has more than {most_million} million characters of text.':
    'Das Dokument hat mehr als {most_million} Millionen Zeichen Text.',
  'The document has too much text to be searched.': 'Das Dokument hat zu viel Text für die Suche.',
  'The document has more than {most} different words.':
    'Das Dokument hat mehr als {most} verschiedene Wörter.',
  'The PDF has more than {most} objects.': 'Das PDF hat mehr als {most} Objekte.',
  'The file has more than {most} parts.': 'Die Datei hat mehr als {most} Teile.',
  'The document is nested deeper than {most} levels.':
    'Das Dokument ist tiefer als {most} Ebenen verschachtelt.',
  'The file is too large when it is unpacked.': 'Die Datei ist entpackt zu groß.',
  'More than {most} rows up to line {line} have a different number of values than the first row.':
    'Mehr als {most} Zeilen bis Zeile {line} haben eine andere Anzahl von Werten als die erste.',
  'The row of line {line} has a quotation mark that is never closed.':
    'In Zeile {line} wird ein Anführungszeichen nicht geschlossen.',
  'Line {line} has a quotation mark inside a value. Put the value in quotation marks, and double each quotation mark inside it.':
    'Zeile {line} hat ein Anführungszeichen mitten in einem Wert. Setzen Sie den Wert in Anführungszeichen und verdoppeln Sie darin jedes Anführungszeichen.',
  'Processing the document takes longer than {seconds} seconds.':
    'Die Verarbeitung des Dokuments dauert länger als {seconds} Sekunden.',
  'Processing the document takes too much memory.':
    'Die Verarbeitung des Dokuments braucht zu viel Speicher.',
  'The document cannot be read.': 'Das Dokument kann nicht gelesen werden.',
  'The service could not finish the skill.': 'Der Dienst konnte den Skill nicht zu Ende ausführen.',
  'The service stopped before the skill answered.':
    'Der Dienst wurde beendet, bevor der Skill geantwortet hat.',
  'Only users and keys of an account can fill in a form.':
    'Nur Personen und Schlüssel eines Kontos können ein Formular ausfüllen.',
  'The address of the skill is not public.': 'Die Adresse des Skills ist nicht öffentlich.',
  'The service behind the skill answered with status {status}.':
    'Der Dienst hinter dem Skill hat mit Status {status} geantwortet.',
  'The response is larger than {most} MB.': 'Die Antwort ist größer als {most} MB.',
  'The response is neither JSON nor text.': 'Die Antwort ist weder JSON noch Text.',
  'The response is nested deeper than {most} levels.':
    'Die Antwort ist tiefer als {most} Ebenen verschachtelt.',
} as const;
