export const sessions = {
  'Delete this session?': 'Diese Sitzung löschen?',
  '{name} leaves every list and report, its procedures leave the catalogue, and the training app is told to delete it too. This cannot be undone.':
    '{name} verschwindet aus jeder Liste und jedem Bericht, ihre Abläufe verlassen den Katalog, und die Trainings-App wird gebeten, sie auch zu löschen. Das lässt sich nicht rückgängig machen.',
  It: 'Sie',
  'Delete session': 'Sitzung löschen',
  'Training app': 'Trainings-App',
  'Nothing was deleted': 'Nichts wurde gelöscht',
  'A deleted session is gone here at once. The training app is told too, and what it said stands here.':
    'Eine gelöschte Sitzung ist hier sofort weg. Auch die Trainings-App erfährt es, und was sie dazu sagt, steht hier.',
  'Not asked yet': 'Noch nicht gefragt',
  'Answered {last_status}': 'Antwort: {last_status}',
  'Tell it now': 'Jetzt sagen',
  'Edit session': 'Sitzung bearbeiten',
  'No recording was uploaded': 'Es wurde keine Aufnahme hochgeladen',
  'Watch the recording at {video_url}': 'Die Aufnahme bei {video_url} ansehen',
  'Session without a name': 'Sitzung ohne Namen',
  'None was written': 'Keine wurde geschrieben',
  'Skill calls': 'Aufrufe von Skills',
  Role: 'Rolle',
  Started: 'Begonnen',
  'Last sign of life': 'Letztes Lebenszeichen',
  'Ended by': 'Beendet von',
  'The service, after a day of silence': 'Der Dienst, nach einem Tag Stille',
  Duration: 'Länge',
  Score: 'Wertung',
  'Open the task': 'Aufgabe öffnen',
  'What was trained on the glasses: recordings, what they taught, and the work they did.':
    'Was auf der Brille trainiert wurde: Aufnahmen, was sie lehren, und die Arbeit, die geschah.',
  'Started from': 'Begonnen ab',
  'Started before': 'Begonnen vor',
  'They come from the glasses. Pair a pair of them with a seat, and the first session appears here while it runs.':
    'Sie kommen von der Brille. Koppeln Sie eine mit einem Platz, dann erscheint die erste Sitzung hier, während sie läuft.',
  'No skill ran': 'Kein Skill lief',
  'Older ones are not shown here': 'Ältere stehen hier nicht',
  'They come with its end': 'Sie kommen mit ihrem Ende',
  'It taught none': 'Sie hat keine gelehrt',
  '{queued} until it answers': '{queued}, bis sie antwortet',
  'it refused {failed} and will be asked again': 'sie hat {failed} abgewiesen und wird wieder gefragt',
  'The training app has not heard of every deletion: {parts}.':
    'Die Trainings-App weiß noch nicht von jeder Löschung: {parts}.',
  'See them': 'Ansehen',
  'Session deleted, also in the training app': 'Sitzung gelöscht, auch in der Trainings-App',
  'Session deleted. The training app does not answer and hears of it as soon as it does':
    'Sitzung gelöscht. Die Trainings-App antwortet nicht und erfährt davon, sobald sie es tut',
  'Session deleted. The training app refused and will be asked again':
    'Sitzung gelöscht. Die Trainings-App hat abgewiesen und wird wieder gefragt',
  'The training app is told within seconds': 'Die Trainings-App erfährt es in wenigen Sekunden',
} as const;
