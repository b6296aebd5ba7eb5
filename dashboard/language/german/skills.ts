export const skills = {
  'What bundles are made of. An account can run one once a bundle with it is allocated.':
    'Woraus Pakete bestehen. Ein Konto kann einen ausführen, sobald ihm ein Paket mit ihm zugeteilt ist.',
  'Test run': 'Probelauf',
  Executions: 'Ausführungen',
  'Show what became of its calls': 'Zeigen, was aus seinen Aufrufen wurde',
  'Each call carries X-Webhook-Signature, made with it, so that your system knows who calls. Each reveal is written down.':
    'Jeder Aufruf trägt X-Webhook-Signature, damit gemacht, so dass Ihr System weiß, wer aufruft. Jedes Anzeigen wird aufgeschrieben.',
  'The next call is signed with the new secret: what checks with the old one refuses it until it knows the new one.':
    'Der nächste Aufruf ist mit dem neuen Geheimnis signiert: was mit dem alten prüft, weist ihn ab, bis es das neue kennt.',
  'Whoever calls it is told that it is unknown. What it did stays on record. This cannot be undone.':
    'Wer ihn aufruft, erfährt, dass er unbekannt ist. Was er getan hat, bleibt verzeichnet. Das lässt sich nicht rückgängig machen.',
  'It leaves every bundle that holds it. Whoever calls it is told that it is unknown. What it did stays on record. This cannot be undone.':
    'Er verlässt jedes Paket, das ihn enthält. Wer ihn aufruft, erfährt, dass er unbekannt ist. Was er getan hat, bleibt verzeichnet. Das lässt sich nicht rückgängig machen.',
  'Delete skill': 'Skill löschen',
  Calls: 'Aufrufe',
  'Skill id': 'Skill-ID',
  'The platform': 'Die Plattform',
  'Your account': 'Ihr Konto',
  'No skills yet': 'Noch keine Skills',
  'A skill calls one of your systems, searches your documents or fills in a form.':
    'Ein Skill ruft eines Ihrer Systeme auf, durchsucht Ihre Dokumente oder füllt ein Formular aus.',
  'Parts of skills and knowledge': 'Teile von Skills und Wissen',
  'What the glasses, the API and agents can do for your people, and what they know.':
    'Was Brille, API und Agenten für Ihre Leute tun können, und was sie wissen.',
  'Skill changed': 'Skill geändert',
  'Skill created': 'Skill erstellt',
  'Skill deleted': 'Skill gelöscht',
  'HTTP call': 'HTTP-Aufruf',
  'Knowledge search': 'Suche im Wissen',
  'Context of the conversation': 'Zusammenhang des Gesprächs',
  'Display of the glasses': 'Anzeige der Brille',
  'Whoever called': 'Wer aufgerufen hat',
  'Stays as it is': 'Bleibt, wie es ist',
  'A bundle must give them to the account, too.': 'Ein Paket muss sie auch dem Konto geben.',
  'What a call does not ask for itself.': 'Was ein Aufruf nicht selbst verlangt.',
  'Edit skill': 'Skill bearbeiten',
  'Create skill': 'Skill erstellen',
  'What it is good for: agents and glasses choose by it.':
    'Wofür er gut ist: danach wählen Agenten und Brille.',
  "JSON Schema; left empty, the kind's own.": 'JSON-Schema; leer gelassen das der Art.',
  'Must be JSON': 'Muss JSON sein',
  'Beginning of the answer': 'Anfang der Antwort',
  Caller: 'Aufrufer',
  'Answer went to': 'Antwort ging an',
  'HTTP status': 'HTTP-Status',
  'Execution id': 'ID der Ausführung',
  'Nothing was executed yet': 'Noch nichts wurde ausgeführt',
  'Every call of a skill is listed here: from glasses, the API and agents, and your test runs.':
    'Jeder Aufruf eines Skills steht hier: von Brille, API und Agenten, und Ihre Probeläufe.',
  'What became of every call, newest first.': 'Was aus jedem Aufruf wurde, das Neueste zuerst.',
  Until: 'Bis einschließlich',
  Outcome: 'Ergebnis des Laufs',
  'Must be a JSON object': 'Muss ein JSON-Objekt sein',
  Run: 'Ausführen',
  'Form or JSON': 'Formular oder JSON',
  'The JSON cannot be read. Mend it under JSON, and the form is back.':
    'Das JSON ist nicht lesbar. Bringen Sie es unter JSON in Ordnung, dann ist das Formular wieder da.',
  'Also sent, as written under JSON: {others}.': 'Wird auch gesendet, wie unter JSON geschrieben: {others}.',
  'There is no form for this skill. {why} Use the other tab.':
    'Für diesen Skill gibt es kein Formular. {why} Nehmen Sie den anderen Reiter.',
  'Nothing chosen': 'Nichts gewählt',
  'It holds something that this field cannot show, so it is written as JSON.':
    'Es enthält etwas, das dieses Feld nicht zeigen kann, deshalb wird es als JSON geschrieben.',
  'Add to {label}': 'Zu {label} hinzufügen',
  Add: 'Hinzufügen',
  'Remove {label}': '{label} entfernen',
  'In the time of this device.': 'In der Zeit dieses Geräts.',
  'Must be an id': 'Muss eine ID sein',
  'There is too much of it to show, so it is written as JSON.':
    'Es ist zu viel, um es zu zeigen, deshalb wird es als JSON geschrieben.',
  'It can hold another of its kind, so it is written as JSON.':
    'Es kann ein weiteres seiner Art enthalten, deshalb wird es als JSON geschrieben.',
  'What it takes depends on other values, so it is written as JSON.':
    'Was es annimmt, hängt von anderen Werten ab, deshalb wird es als JSON geschrieben.',
  'Its members are not named in advance, so it is written as JSON.':
    'Seine Teile haben keine festen Namen, deshalb wird es als JSON geschrieben.',
  'Each place of this list has a rule of its own, so it is written as JSON.':
    'Jede Stelle dieser Liste hat eine eigene Regel, deshalb wird sie als JSON geschrieben.',
  'It takes values of several kinds, so it is written as JSON.':
    'Es nimmt Werte mehrerer Arten an, deshalb wird es als JSON geschrieben.',
  'The skill does not say what kind of value this is, so it is written as JSON.':
    'Der Skill sagt nicht, welcher Art dieser Wert ist, deshalb wird er als JSON geschrieben.',
  Nothing: 'Nichts',
} as const;
