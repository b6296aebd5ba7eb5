export const texts = {
  'A procedure is one step that a trainer recorded on glasses. Trainees see approved procedures only.':
    'Ein Ablauf ist ein Schritt, den ein Trainer auf der Brille aufgenommen hat. Trainees sehen nur freigegebene Abläufe.',
  'Awaiting review': 'Zur Prüfung',
  '{j} {k} move {a} approve {r} reject {o} open the session':
    '{j} {k} blättern {a} freigeben {r} ablehnen {o} Sitzung öffnen',
  'When a trainer ends a session, each recorded step appears here as a procedure.':
    'Wenn ein Trainer eine Sitzung beendet, erscheint hier jeder aufgenommene Schritt als Ablauf.',
  'All procedures have been reviewed': 'Alle Abläufe sind geprüft',
  'New procedures appear here for review when a trainer ends a session.':
    'Neue Abläufe erscheinen hier zur Prüfung, wenn ein Trainer eine Sitzung beendet.',
  'No approved procedures yet': 'Noch keine freigegebenen Abläufe',
  'No rejected procedures': 'Keine abgelehnten Abläufe',
  'Rejected procedures stay here with the reason. You can approve them later.':
    'Abgelehnte Abläufe bleiben mit ihrem Grund hier. Sie können sie später freigeben.',
  'Watch the clip': 'Clip ansehen',
  Reject: 'Ablehnen',
  '{name} in {session}, {when}': '{name} in {session}, {when}',
  'an unnamed session': 'einer Sitzung ohne Namen',
  'The hands cover the part': 'Die Hände verdecken das Teil',
  'Too dark to see': 'Zu dunkel, um etwas zu sehen',
  'A step is missing': 'Ein Schritt fehlt',
  'This procedure is outdated': 'Der Ablauf ist veraltet',
  'Reject {title}': '{title} ablehnen',
  'Shown with the procedure to the person who recorded it.':
    'Wird der Person, die den Ablauf aufgenommen hat, beim Ablauf angezeigt.',
  'What needs to be improved?': 'Was muss verbessert werden?',
  '{title} was approved': '{title} wurde freigegeben',
  '{title} was rejected': '{title} wurde abgelehnt',
  'Selected procedures': 'Ausgewählte Abläufe',
  'Reject {count, plural, one {# procedure} other {# procedures}}':
    '{count, plural, one {# Ablauf} other {# Abläufe}} ablehnen',
  '{count, plural, one {# procedure} other {# procedures}} changed':
    '{count, plural, one {# Ablauf} other {# Abläufe}} geändert',
} as const;
