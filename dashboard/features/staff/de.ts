export const texts = {
  'Staff member': 'Teammitglied',
  '{full_name} was deactivated': '{full_name} wurde deaktiviert',
  'Deactivate {full_name}?': '{full_name} deaktivieren?',
  'The staff member is signed out everywhere, and unused links stop working. You can reactivate the staff member later.':
    'Das Teammitglied wird überall abgemeldet, und unbenutzte Links funktionieren nicht mehr. Sie können das Teammitglied später reaktivieren.',
  Invite: 'Einladen',
  'People who run the platform. They see accounts, their state and their bundles, but not their data.':
    'Personen, die die Plattform betreiben. Sie sehen Konten, deren Zustand und Pakete, aber nicht deren Daten.',
  'Invite the people who run the platform.': 'Laden Sie die Personen ein, die die Plattform betreiben.',
} as const;
