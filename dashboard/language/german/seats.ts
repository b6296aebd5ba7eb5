export const seats = {
  'Edit {device_name}': '{device_name} bearbeiten',
  'Create and pair': 'Anlegen und koppeln',
  'Pair {device_name}': '{device_name} koppeln',
  'Pair glasses': 'Brille koppeln',
  'The glasses are paired': 'Die Brille ist gekoppelt',
  'They said nothing of their model': 'Sie hat ihr Modell nicht genannt',
  '{name} wears them': '{name} trägt sie',
  'On the glasses choose {pair}, then look at this picture or say the letters.':
    'Wählen Sie auf der Brille {pair} und sehen Sie dann dieses Bild an, oder sagen Sie die Buchstaben.',
  Pair: 'Koppeln',
  'Waiting for the glasses': 'Warten auf die Brille',
  'Good for {minutes}:{seconds} and once': 'Gilt noch {minutes}:{seconds} und einmal',
  'This code ran out': 'Dieser Code ist abgelaufen',
  'Codes are good for ten minutes. The glasses that are paired now stay so.':
    'Codes gelten zehn Minuten. Die jetzt gekoppelte Brille bleibt es.',
  'Show a new code': 'Neuen Code zeigen',
  'Pairing code as a picture': 'Kopplungscode als Bild',
  'Refuse the glasses of {device_name}?': 'Die Brille von {device_name} abweisen?',
  'Their token stops working with their next request: a session that runs on them cannot be finished there. Pair them again to let them back in.':
    'Ihr Token gilt von ihrer nächsten Anfrage an nicht mehr: eine laufende Sitzung kann auf ihr nicht beendet werden. Koppeln Sie sie neu, um sie wieder hereinzulassen.',
  'Refuse these glasses': 'Diese Brille abweisen',
  'As it stands on them, so that people find the right pair.':
    'So, wie es auf ihr steht, damit man die richtige findet.',
  Wearer: 'Wer sie trägt',
  'A seat is a place on the glasses: who wears them, what they do there, and which device it is.':
    'Ein Platz ist ein Platz auf der Brille: wer sie trägt, was dort geschieht, und welches Gerät es ist.',
  Somebody: 'Jemand',
  'No seats yet': 'Noch keine Plätze',
  'Make one for each pair of glasses, give it to a person, and pair it with the code that is shown then.':
    'Legen Sie für jede Brille einen an, geben Sie ihn einer Person, und koppeln Sie ihn mit dem Code, der dann gezeigt wird.',
  'These glasses are refused from their next request on':
    'Diese Brille wird von ihrer nächsten Anfrage an abgewiesen',
  'Edit or assign': 'Bearbeiten oder zuweisen',
  'Refuse its glasses': 'Ihre Brille abweisen',
} as const;
