export const webhooksTexts = {
  'Attempt {count} is due': 'Versuch {count} ist fällig',
  'first byte': 'erstes Byte',
  'Attempt {attempt}': 'Versuch {attempt}',
  'The request was not stored at that time.': 'Die Anfrage wurde damals noch nicht gespeichert.',
  'No request was sent.': 'Es wurde keine Anfrage gesendet.',
  'No response.': 'Keine Antwort.',
  'Status {status}. The body of a successful response is not read.':
    'Status {status}. Der Inhalt einer erfolgreichen Antwort wird nicht gelesen.',
  'Send a test event, or wait for the first event. Deliveries appear here automatically.':
    'Senden Sie ein Testereignis oder warten Sie auf das erste Ereignis. Zustellungen erscheinen hier automatisch.',
  'Last response': 'Letzte Antwort',
  'Retry failed': 'Fehlgeschlagene wiederholen',
  Delivery: 'Zustellung',
  Retry: 'Wiederholen',
  Body: 'Inhalt',
  'The event was deleted after its retention period.':
    'Das Ereignis wurde nach Ablauf der Aufbewahrungsfrist gelöscht.',
  'Sent to': 'Gesendet an',
  Finished: 'Abgeschlossen',
  'this endpoint': 'diesen Endpunkt',
  'Reset failure count': 'Fehlerzähler zurücksetzen',
  'Send test event': 'Testereignis senden',
  Pause: 'Pausieren',
  Resume: 'Fortsetzen',
  'Delete {url}?': '{url} löschen?',
  'The endpoint receives no more events, and waiting deliveries are cancelled. This cannot be undone.':
    'Der Endpunkt erhält keine Ereignisse mehr, und wartende Zustellungen werden abgebrochen. Das kann nicht rückgängig gemacht werden.',
  'Delete endpoint': 'Endpunkt löschen',
  'Add an endpoint': 'Endpunkt hinzufügen',
  'Shown in this dashboard, for example “Planning system”. Optional.':
    'Wird in diesem Dashboard angezeigt, zum Beispiel „Planungssystem“. Optional.',
  'Endpoint added': 'Endpunkt hinzugefügt',
  'Check that your endpoint works: send a sample {event} event.':
    'Prüfen Sie, ob Ihr Endpunkt funktioniert: Senden Sie ein Beispielereignis {event}.',
  'Open endpoint': 'Endpunkt öffnen',
  'Send another event': 'Weiteres Ereignis senden',
  'Send a test event': 'Testereignis senden',
  'Sending …': 'Wird gesendet …',
  'The endpoint received the test event.': 'Der Endpunkt hat das Testereignis empfangen.',
  'The endpoint did not accept the test event. See the request and the response below.':
    'Der Endpunkt hat das Testereignis nicht angenommen. Anfrage und Antwort stehen unten.',
  'Edit endpoint': 'Endpunkt bearbeiten',
  'A public https URL. Waiting deliveries are sent to the new URL too.':
    'Eine öffentliche https-URL. Auch wartende Zustellungen werden an die neue URL gesendet.',
  'When {when}': 'Wenn {when}',
  Received: 'Empfangen',
  'Signature checker': 'Signaturprüfung',
  'Last sent {when}': 'Zuletzt gesendet {when}',
  never: 'nie',
  '{failure_count} failed since the last reset':
    '{failure_count} fehlgeschlagen seit dem letzten Zurücksetzen',
  'Signs now:': 'Signiert jetzt:',
  'Used from {secret_switches_at}:': 'Gilt ab {secret_switches_at}:',
  'X-Webhook-Signature is signed with the new secret from the next delivery, or from a time that you choose. Standard Webhooks headers carry both signatures for another 24 hours.':
    'X-Webhook-Signature wird ab der nächsten Zustellung oder ab einem gewählten Zeitpunkt mit dem neuen Secret signiert. Die Header von Standard Webhooks tragen weitere 24 Stunden beide Signaturen.',
  'A new secret takes effect {when}. Until then X-Webhook-Signature uses the current secret.':
    'Ein neues Secret gilt {when}. Bis dahin verwendet X-Webhook-Signature das aktuelle Secret.',
  'Switch now': 'Jetzt wechseln',
  'Cancel rotation': 'Erneuerung abbrechen',
  'This secret signs every delivery. Anyone who has it can forge events, so every reveal is logged.':
    'Dieses Secret signiert jede Zustellung. Wer es kennt, kann Ereignisse fälschen. Jedes Anzeigen wird deshalb protokolliert.',
  'Receive here': 'Hier empfangen',
  'In this dashboard': 'In diesem Dashboard',
  'Create an inbox that receives your events and shows headers, body and the result of the signature check. It keeps the last 100 events of one day.':
    'Legen Sie einen Eingang an, der Ihre Ereignisse empfängt und Header, Inhalt und das Ergebnis der Signaturprüfung anzeigt. Er behält die letzten 100 Ereignisse eines Tages.',
  'Create an inbox': 'Eingang anlegen',
  'On your computer': 'Auf Ihrem Computer',
  'This command forwards every event to a program on your computer, signed like a delivery. It needs an API key with the scope manage:webhooks. See the TypeScript guide for the installation.':
    'Dieser Befehl leitet jedes Ereignis an ein Programm auf Ihrem Computer weiter, signiert wie eine Zustellung. Er braucht einen API-Schlüssel mit der Berechtigung manage:webhooks. Die Installation steht in der TypeScript-Anleitung.',
  'No events yet': 'Noch keine Ereignisse',
  'Send a test event, or change a task. Events appear here automatically and stay for one day.':
    'Senden Sie ein Testereignis oder ändern Sie eine Aufgabe. Ereignisse erscheinen hier automatisch und bleiben einen Tag.',
  Unknown: 'Unbekannt',
  Signature: 'Signatur',
  Headers: 'Header',
  'Only the start of the body is stored.': 'Nur der Anfang des Inhalts ist gespeichert.',
  'Send to another endpoint': 'An anderen Endpunkt senden',
  'Retry failed deliveries': 'Fehlgeschlagene Zustellungen wiederholen',
  'Retries all failed deliveries of this endpoint with the same event id and a new signature.':
    'Wiederholt alle fehlgeschlagenen Zustellungen dieses Endpunkts mit derselben Ereignis-ID und einer neuen Signatur.',
  'Failed within': 'Fehlgeschlagen in',
  'Retried so far': 'Bisher wiederholt',
  'No failed deliveries in this period.': 'Keine fehlgeschlagenen Zustellungen in diesem Zeitraum.',
  '{retried} of {total} queued again': '{retried} von {total} wieder eingereiht',
  'Continue in the background': 'Im Hintergrund fortsetzen',
  'Paste the request that your endpoint received. The check runs in this browser; no data is sent.':
    'Fügen Sie die Anfrage ein, die Ihr Endpunkt empfangen hat. Die Prüfung läuft in diesem Browser; es werden keine Daten gesendet.',
  'Raw body': 'Unveränderter Inhalt',
  'The exact bytes, before any parsing.': 'Die exakten Bytes, vor jedem Parsen.',
  'Check signature': 'Signatur prüfen',
  'Endpoints that receive signed events. Each delivery is attempted three times and kept in a log.':
    'Endpunkte, die signierte Ereignisse erhalten. Jede Zustellung wird dreimal versucht und protokolliert.',
  'No endpoints yet': 'Noch keine Endpunkte',
  'Add the https URL of your system and choose its events. No system yet? Receive events in this dashboard.':
    'Fügen Sie die https-URL Ihres Systems hinzu und wählen Sie die Ereignisse. Noch kein System? Empfangen Sie Ereignisse in diesem Dashboard.',
  'Last 7 days': 'Letzte 7 Tage',
  'Delivery rate': 'Zustellquote',
  'Last sent': 'Zuletzt gesendet',
  'Sent on each of the last {count} days: {days}': 'An jedem der letzten {count} Tage gesendet: {days}',
  'Endpoint changed': 'Endpunkt geändert',
  'Inbox created. Send a test event.': 'Eingang angelegt. Senden Sie ein Testereignis.',
  'Endpoint paused. Events wait until you resume it.':
    'Endpunkt pausiert. Ereignisse warten, bis Sie ihn fortsetzen.',
  'Endpoint resumed. Sending waiting events.': 'Endpunkt fortgesetzt. Wartende Ereignisse werden gesendet.',
  'Failure count was reset': 'Fehlerzähler wurde zurückgesetzt',
  'Endpoint deleted': 'Endpunkt gelöscht',
  'New secret scheduled': 'Neues Secret geplant',
  'New secret in use': 'Neues Secret wird verwendet',
  'Rotation cancelled. The current secret stays in use.':
    'Erneuerung abgebrochen. Das aktuelle Secret wird weiter verwendet.',
  'Retry started': 'Wiederholung gestartet',
  'Sending to the other endpoint': 'Wird an den anderen Endpunkt gesendet',
  'The timestamp must be in Unix seconds.': 'Der Zeitstempel muss in Unix-Sekunden angegeben sein.',
  'The signature does not match. Expected {expected}':
    'Die Signatur stimmt nicht überein. Erwartet: {expected}',
  'The signature is valid, but too old: it was created at {toISOString}, and receivers accept five minutes.':
    'Die Signatur ist gültig, aber zu alt: Sie wurde {toISOString} erstellt, Empfänger akzeptieren fünf Minuten.',
  'The signature is valid and recent enough.': 'Die Signatur ist gültig und aktuell.',
  'a task is created': 'eine Aufgabe erstellt wird',
  'a task changes its status': 'eine Aufgabe ihren Status ändert',
  'a task is completed': 'eine Aufgabe erledigt wird',
  'a session starts on the glasses': 'eine Sitzung auf der Brille beginnt',
  'a session ends': 'eine Sitzung endet',
  'a skill is executed': 'ein Skill ausgeführt wird',
  'Rejected by the receiver': 'Vom Empfänger abgelehnt',
  'Blocked: the address is not public': 'Blockiert: Die Adresse ist nicht öffentlich',
  'No answer: {outcome}': 'Keine Antwort: {outcome}',
  'Address blocked': 'Adresse blockiert',
  'In progress now': 'Läuft gerade',
  'No deliveries': 'Keine Zustellungen',
  'Inbox {url}': 'Eingang {url}',
  'Valid: signed with the secret of this endpoint within the last five minutes.':
    'Gültig: mit dem Secret dieses Endpunkts innerhalb der letzten fünf Minuten signiert.',
  'No signature: this request was not sent by us.': 'Keine Signatur: Diese Anfrage kommt nicht von uns.',
  'Invalid signature: this request was not sent by us.':
    'Ungültige Signatur: Diese Anfrage kommt nicht von uns.',
  'Valid signature, but older than five minutes: someone may have replayed this request.':
    'Gültige Signatur, aber älter als fünf Minuten: Die Anfrage wurde möglicherweise von jemand anderem wiederholt.',
  '{zone}. Leave empty to use the new secret immediately.':
    '{zone}. Leer lassen, um das neue Secret sofort zu verwenden.',
} as const;
