export const texts = {
  Configuration: 'Konfiguration',
  'new value': 'neuer Wert',
  'Skills for bundles. Accounts can run a skill when a bundle with it is allocated to them.':
    'Skills für Pakete. Konten können einen Skill ausführen, wenn ihnen ein Paket mit dem Skill zugeteilt ist.',
  'Test run': 'Testlauf',
  'All except test runs': 'Alle außer Testläufen',
  Executions: 'Ausführungen',
  'Show executions': 'Ausführungen anzeigen',
  'This secret signs the X-Webhook-Signature header of every call, so that your system can verify the caller. Every reveal is logged.':
    'Dieses Secret signiert den Header X-Webhook-Signature jedes Aufrufs, damit Ihr System den Absender prüfen kann. Jedes Anzeigen wird protokolliert.',
  'The next call is signed with the new secret. Your system rejects calls until it uses the new secret.':
    'Der nächste Aufruf wird mit dem neuen Secret signiert. Ihr System lehnt Aufrufe ab, bis es das neue Secret verwendet.',
  'Calls of this skill fail with “not found”. Its executions stay listed. This cannot be undone.':
    'Aufrufe dieses Skills schlagen mit „nicht gefunden“ fehl. Seine Ausführungen bleiben aufgeführt. Das kann nicht rückgängig gemacht werden.',
  'The skill is removed from all bundles. Calls fail with “not found”. Its executions stay listed. This cannot be undone.':
    'Der Skill wird aus allen Paketen entfernt. Aufrufe schlagen mit „nicht gefunden“ fehl. Seine Ausführungen bleiben aufgeführt. Das kann nicht rückgängig gemacht werden.',
  'Delete skill': 'Skill löschen',
  Calls: 'Aufrufe',
  'Skill id': 'Skill-ID',
  'The platform': 'Die Plattform',
  'Your account': 'Ihr Konto',
  'No skills yet': 'Noch keine Skills',
  'Create a skill that calls your system, searches your documents or fills in a form.':
    'Erstellen Sie einen Skill, der Ihr System aufruft, Ihre Dokumente durchsucht oder ein Formular ausfüllt.',
  'Sections of skills and knowledge': 'Bereiche von Skills und Wissen',
  'A skill is an action that glasses, API callers and agents can run, such as a call of your system or a search.':
    'Ein Skill ist eine Aktion, die Brillen, API-Aufrufe und Agenten ausführen können, etwa ein Aufruf Ihres Systems oder eine Suche.',
  'Skill changed': 'Skill geändert',
  'Skill created': 'Skill erstellt',
  'Skill deleted': 'Skill gelöscht',
  'HTTP call': 'HTTP-Aufruf',
  'Knowledge search': 'Wissenssuche',
  'Context of the conversation': 'Kontext des Gesprächs',
  'Display of the glasses': 'Anzeige der Brille',
  'The caller': 'Die aufrufende Stelle',
  Unchanged: 'Bleibt unverändert',
  'The account also needs a bundle that contains them.':
    'Das Konto braucht außerdem ein Paket, das sie enthält.',
  'The number of results if a call does not set a limit.':
    'Anzahl der Ergebnisse, wenn ein Aufruf kein Limit setzt.',
  'Edit skill': 'Skill bearbeiten',
  'Create skill': 'Skill erstellen',
  'Say what the skill does. Agents and glasses choose skills by this text.':
    'Beschreiben Sie, was der Skill tut. Agenten und Brillen wählen Skills anhand dieses Textes aus.',
  'JSON Schema. Leave empty for the default schema of the type.':
    'JSON-Schema. Leer lassen für das Standardschema des Typs.',
  'Must be valid JSON': 'Muss gültiges JSON sein',
  'Answer preview': 'Anfang der Antwort',
  'Answer sent to': 'Antwort gesendet an',
  'HTTP status': 'HTTP-Status',
  'Execution id': 'Ausführungs-ID',
  'No executions yet': 'Noch keine Ausführungen',
  'Skill calls from glasses, the API, agents and test runs appear here.':
    'Skill-Aufrufe von Brillen, der API, Agenten und Testläufen erscheinen hier.',
  'All skill calls, newest first.': 'Alle Skill-Aufrufe, die neuesten zuerst.',
  'Up to': 'Bis einschließlich',
  'Result of the call': 'Ergebnis des Aufrufs',
  'Must be a JSON object': 'Muss ein JSON-Objekt sein',
  Run: 'Ausführen',
  'Form or JSON': 'Formular oder JSON',
  'The JSON is invalid. Fix it on the JSON tab to use the form.':
    'Das JSON ist ungültig. Korrigieren Sie es auf dem Tab „JSON“, um das Formular zu nutzen.',
  'Also sent, from the JSON tab: {others}.': 'Wird außerdem gesendet, vom Tab „JSON“: {others}.',
  'No form is available for this skill. {why} Use the JSON tab.':
    'Für diesen Skill gibt es kein Formular. {why} Nutzen Sie den Tab „JSON“.',
  'Nothing selected': 'Nichts ausgewählt',
  'This value cannot be shown in a form field. Enter JSON.':
    'Dieser Wert kann nicht in einem Formularfeld angezeigt werden. Geben Sie JSON ein.',
  'Add to {label}': 'Zu {label} hinzufügen',
  Add: 'Hinzufügen',
  'Remove {label}': '{label} entfernen',
  'In the time zone of this device.': 'In der Zeitzone dieses Geräts.',
  'Must be an id': 'Muss eine ID sein',
  'This value is too large for a form field. Enter JSON.':
    'Dieser Wert ist zu groß für ein Formularfeld. Geben Sie JSON ein.',
  'This value is nested. Enter JSON.': 'Dieser Wert ist verschachtelt. Geben Sie JSON ein.',
  'The allowed value depends on other values. Enter JSON.':
    'Der erlaubte Wert hängt von anderen Werten ab. Geben Sie JSON ein.',
  'This value has no defined fields. Enter JSON.': 'Dieser Wert hat keine festen Felder. Geben Sie JSON ein.',
  'The entries of this list have different schemas. Enter JSON.':
    'Die Einträge dieser Liste haben verschiedene Schemas. Geben Sie JSON ein.',
  'This value can have several types. Enter JSON.':
    'Dieser Wert kann mehrere Typen haben. Geben Sie JSON ein.',
  'The skill does not define a type for this value. Enter JSON.':
    'Der Skill legt für diesen Wert keinen Typ fest. Geben Sie JSON ein.',
  Nothing: 'Nichts',
  'Provided by': 'Bereitgestellt von',
  'skill id': 'Skill-ID',
  'execution id': 'Ausführungs-ID',
  JSON: 'JSON',
} as const;
