export const texts = {
  Submitted: 'Eingereicht',
  By: 'Von',
  Session: 'Sitzung',
  Task: 'Aufgabe',
  'Required but not answered: {labels}': 'Erforderlich, aber nicht beantwortet: {labels}',
  missing: 'fehlt',
  Yes: 'Ja',
  No: 'Nein',
  'Submission {id}': 'Einreichung {id}',
} as const;
