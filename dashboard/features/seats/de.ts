export const texts = {
  'Glasses unpaired': 'Brille entkoppelt',
  'Seat, person or serial number': 'Platz, Person oder Seriennummer',
  'No user|seat': 'Ohne Person',
  'Edit {device_name}': '{device_name} bearbeiten',
  'Create and pair': 'Erstellen und koppeln',
  'Pair {device_name}': '{device_name} koppeln',
  'Pair glasses': 'Brille koppeln',
  'The glasses are paired': 'Die Brille ist gekoppelt',
  'Unknown model': 'Unbekanntes Modell',
  'Worn by {name}': 'Wird getragen von {name}',
  'On the glasses, choose {pair}. Then look at this picture or say the letters.':
    'Wählen Sie auf der Brille {pair}. Sehen Sie dann dieses Bild an oder sagen Sie die Buchstaben.',
  Pair: 'Koppeln',
  'Waiting for the glasses …': 'Warten auf die Brille …',
  'Expires in {minutes}:{seconds}. Works once.': 'Läuft in {minutes}:{seconds} ab. Funktioniert einmal.',
  'This code has expired': 'Dieser Code ist abgelaufen',
  'Codes expire after ten minutes. Glasses that are already paired stay paired.':
    'Codes laufen nach zehn Minuten ab. Eine bereits gekoppelte Brille bleibt gekoppelt.',
  'Show a new code': 'Neuen Code anzeigen',
  'Pairing code as a picture': 'Kopplungscode als Bild',
  'Unpair the glasses of {device_name}?': 'Brille von {device_name} entkoppeln?',
  'The glasses lose access with their next request, and a running session cannot be finished on them. Pair the glasses again to restore access.':
    'Die Brille verliert mit der nächsten Anfrage den Zugriff. Eine laufende Sitzung kann auf ihr nicht beendet werden. Koppeln Sie die Brille erneut, um den Zugriff wiederherzustellen.',
  'Unpair glasses': 'Brille entkoppeln',
  'Use the name on the glasses, so that people find the right pair.':
    'Verwenden Sie die Aufschrift der Brille, damit alle die richtige finden.',
  Wearer: 'Getragen von',
  'A seat is the licence for one pair of glasses. It connects the glasses with a wearer and a role.':
    'Ein Platz ist die Lizenz für eine Brille. Er verbindet die Brille mit einer Person und einer Rolle.',
  'Any user': 'Beliebige Person',
  'No seats yet': 'Noch keine Plätze',
  'Create a seat for each pair of glasses, assign a wearer, and pair the glasses with the code that appears.':
    'Erstellen Sie für jede Brille einen Platz, weisen Sie ihn einer Person zu und koppeln Sie die Brille mit dem angezeigten Code.',
  'Edit or assign': 'Bearbeiten oder zuweisen',
  Unpair: 'Entkoppeln',
  'Import seats': 'Plätze importieren',
  'A seat is recognized by the name of its glasses.': 'Ein Platz wird am Namen seiner Brille erkannt.',
  'Wearer (email address)': 'Getragen von (E-Mail-Adresse)',
} as const;
