export const texts = {
  'Delete this session?': 'Sitzung löschen?',
  '{name} is removed from all lists and reports, and its procedures from the catalogue. The training app deletes it too. This cannot be undone.':
    '{name} wird aus allen Listen und Berichten entfernt, die Abläufe aus dem Katalog. Auch die Trainings-App löscht die Sitzung. Das kann nicht rückgängig gemacht werden.',
  'This session': 'Diese Sitzung',
  'Delete session': 'Sitzung löschen',
  'Training app': 'Trainings-App',
  'No deleted sessions': 'Keine gelöschten Sitzungen',
  'When you delete a session, its deletion in the training app appears here.':
    'Wenn Sie eine Sitzung löschen, erscheint hier die Löschung in der Trainings-App.',
  'Not sent yet': 'Noch nicht gesendet',
  'Status {last_status}': 'Status {last_status}',
  'Edit session': 'Sitzung bearbeiten',
  'No recording': 'Keine Aufnahme',
  'Open the recording at {video_url}': 'Aufnahme unter {video_url} öffnen',
  'Unnamed session': 'Sitzung ohne Namen',
  'No summary': 'Keine Zusammenfassung',
  'Skill calls': 'Skill-Aufrufe',
  Role: 'Rolle',
  'Last activity of the glasses': 'Letzte Aktivität der Brille',
  'Ended by': 'Beendet von',
  'The service, after 24 hours without activity': 'Der Dienst, nach 24 Stunden ohne Aktivität',
  Score: 'Wertung',
  'Open the task': 'Aufgabe öffnen',
  'Training on the glasses: recordings, procedures and tasks. Only the glasses create sessions, so they can be exported but not imported.':
    'Training mit der Brille: Aufnahmen, Abläufe und Aufgaben. Nur die Brillen erstellen Sitzungen. Sie lassen sich deshalb exportieren, aber nicht importieren.',
  'Started from': 'Begonnen ab',
  'Started before': 'Begonnen vor',
  'Sessions are recorded on glasses. Pair glasses with a seat, and the first session appears here when it starts.':
    'Sitzungen werden mit der Brille aufgenommen. Koppeln Sie eine Brille mit einem Platz, dann erscheint die erste Sitzung hier, sobald sie beginnt.',
  'No skill calls': 'Keine Skill-Aufrufe',
  'Older skill calls are not shown': 'Ältere Skill-Aufrufe werden nicht angezeigt',
  'Procedures appear when the session ends': 'Abläufe erscheinen, wenn die Sitzung endet',
  'No procedures': 'Keine Abläufe',
  '{failed} rejected and will be sent again': '{failed} abgelehnt, wird erneut gesendet',
  'The training app has not confirmed some session deletions: {parts}.':
    'Die Trainings-App hat einige Löschungen von Sitzungen nicht bestätigt: {parts}.',
  'Show deletions': 'Löschungen anzeigen',
  'Session deleted, also in the training app': 'Sitzung gelöscht, auch in der Trainings-App',
  'Session deleted. The training app is not responding; the deletion will be sent later.':
    'Sitzung gelöscht. Die Trainings-App antwortet nicht; die Löschung wird später gesendet.',
  'Session deleted. The training app rejected the deletion; it will be sent again later.':
    'Sitzung gelöscht. Die Trainings-App hat die Löschung abgelehnt; sie wird später erneut gesendet.',
  'The deletion is sent within seconds': 'Die Löschung wird in wenigen Sekunden gesendet',
  'session id': 'Sitzungs-ID',
  '{queued, plural, one {# waits for an answer} other {# wait for an answer}}':
    '{queued, plural, one {# wartet auf Antwort} other {# warten auf Antwort}}',
} as const;
