export const texts = {
  'Recently chosen': 'Zuletzt gewählt',
  '{count, plural, one {# more. Type to find it.} other {# more. Type to find them.}}':
    '{count, plural, one {# weiterer Eintrag. Tippen Sie, um ihn zu finden.} other {# weitere Einträge. Tippen Sie, um sie zu finden.}}',
  'Searching …': 'Suche läuft …',
  'No match for “{text}”': 'Kein Treffer für „{text}“',
  'Nothing to choose yet': 'Noch nichts zur Auswahl',
};
