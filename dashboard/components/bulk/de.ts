export const texts = {
  '{count} selected': '{count} ausgewählt',
  'All {count} on this page are selected.': 'Alle {count} auf dieser Seite sind ausgewählt.',
  'Select all {total} that match': 'Alle {total} Treffer auswählen',
  'Select all that match': 'Alle Treffer auswählen',
  'Clear selection': 'Auswahl aufheben',
  'At most {most} records can be selected. Narrow the filter.':
    'Es lassen sich höchstens {most} Einträge auswählen. Grenzen Sie den Filter weiter ein.',
  'Stop the change?': 'Änderung abbrechen?',
  'If you leave this page, the remaining records stay unchanged.':
    'Wenn Sie diese Seite verlassen, bleiben die übrigen Einträge unverändert.',
  Progress: 'Fortschritt',
  Stop: 'Anhalten',
  '{sent} of {total}': '{sent} von {total}',
  '{count, plural, one {# record is} other {# records are}} left.':
    '{count, plural, one {# Eintrag ist} other {# Einträge sind}} noch offen.',
  '{count, plural, one {# record was} other {# records were}} not changed':
    '{count, plural, one {# Eintrag wurde} other {# Einträge wurden}} nicht geändert',
  'and {count} more': 'und {count} weitere',
} as const;
