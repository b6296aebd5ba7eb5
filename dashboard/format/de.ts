export const texts = {
  'Former user': 'Ehemalige Person',
  'No deliveries yet.': 'Noch keine Zustellungen.',
  '{tried, plural, one {The last delivery arrived} other {The last # deliveries arrived}}':
    '{tried, plural, one {Die letzte Zustellung kam an} other {Die letzten # Zustellungen kamen an}}',
  '{tried, plural, one {The last delivery did not arrive} other {None of the last # deliveries arrived}}':
    '{tried, plural, one {Die letzte Zustellung kam nicht an} other {Keine der letzten # Zustellungen kam an}}',
  '{arrived, plural, one {# of the last {tried} deliveries arrived} other {# of the last {tried} deliveries arrived}}':
    '{arrived, plural, one {# der letzten {tried} Zustellungen kam an} other {# der letzten {tried} Zustellungen kamen an}}',
  '{count} on the second attempt': '{count} beim zweiten Versuch',
  '{count} on a later attempt': '{count} bei einem späteren Versuch',
  '{retrying, plural, one {# is being retried.} other {# are being retried.}}':
    '{retrying, plural, one {# wird wiederholt.} other {# werden wiederholt.}}',
  '{count} or more': '{count} oder mehr',
  '{count, plural, one {{shown} failed permanently on {last}.} other {{shown} failed permanently on {last}.}}':
    '{count, plural, one {{shown} schlug am {last} endgültig fehl.} other {{shown} schlugen am {last} endgültig fehl.}}',
  '{shown} failed permanently between {first} and {last}.':
    '{shown} schlugen zwischen dem {first} und dem {last} endgültig fehl.',
  'in {seconds} s': 'in {seconds} s',
  'in {minutes} min {seconds} s': 'in {minutes} min {seconds} s',
  'PDF, Word, HTML, Markdown, CSV or plain text': 'PDF, Word, HTML, Markdown, CSV oder Text',
  'CSV or plain text': 'CSV oder Text',
  'PNG, JPEG, WebP or PDF': 'PNG, JPEG, WebP oder PDF',
  'Must be {kinds}': 'Muss {kinds} sein',
  'Must be at most {most_mb} MB': 'Darf höchstens {most_mb} MB groß sein',
  'in a few seconds': 'in wenigen Sekunden',
  'PNG or JPEG': 'PNG oder JPEG',
  'Must be at most {most_kb} KB': 'Darf höchstens {most_kb} KB groß sein',
  Empty: 'Leer',
  'Form submission': 'Formulareinreichung',
  'Skill call': 'Skill-Aufruf',
  'just now': 'gerade eben',
} as const;
