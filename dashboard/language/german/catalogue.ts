export const catalogue = {
  'What trainers showed on the glasses, step by step. Approved procedures are what others learn from.':
    'Was Trainer auf der Brille gezeigt haben, Schritt für Schritt. Aus freigegebenen Abläufen lernen andere.',
  'To review': 'Zu prüfen',
  '{j} {k} move {a} approve {r} reject {o} open the session':
    '{j} {k} bewegen {a} freigeben {r} ablehnen {o} Sitzung öffnen',
  'No procedures yet': 'Noch keine Abläufe',
  'They come with the end of a trainer’s session: each step that was shown becomes one.':
    'Sie kommen mit dem Ende der Sitzung eines Trainers: aus jedem gezeigten Schritt wird einer.',
  'Everything is reviewed': 'Alles ist geprüft',
  'New procedures come with the end of a trainer’s session and wait here for somebody to look at them.':
    'Neue Abläufe kommen mit dem Ende der Sitzung eines Trainers und warten hier, bis jemand sie ansieht.',
  'Nothing is approved yet': 'Noch nichts ist freigegeben',
  'Nothing was turned down': 'Nichts wurde abgelehnt',
  'What you reject stays here with its reason, and may be approved later.':
    'Was Sie ablehnen, bleibt mit seinem Grund hier und kann später freigegeben werden.',
  'Watch the clip': 'Clip ansehen',
  Reject: 'Ablehnen',
  '{name} in {session}, {when}': '{name} in {session}, {when}',
  'a session without a name': 'einer Sitzung ohne Namen',
  'The hands cover the part': 'Die Hände verdecken das Teil',
  'Too dark to see': 'Zu dunkel, um etwas zu sehen',
  'A step is missing': 'Ein Schritt fehlt',
  'Not our procedure any more': 'Nicht mehr unser Ablauf',
  'Reject {title}': '{title} ablehnen',
  'It stays with the procedure, for whoever recorded it.':
    'Es bleibt beim Ablauf, für die Person, die ihn aufgenommen hat.',
  'What has to be better?': 'Was muss besser werden?',
  '{title} is in the catalogue': '{title} ist im Katalog',
  '{title} was turned down': '{title} wurde abgelehnt',
} as const;
