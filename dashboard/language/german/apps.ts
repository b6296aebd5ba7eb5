export const apps = {
  'Delete app': 'App löschen',
  'The new client secret': 'Das neue Client-Geheimnis',
  'Rotate the client secret?': 'Das Client-Geheimnis erneuern?',
  'The old secret stops working at once: until your servers have the new one, they cannot exchange codes or refresh tokens. Tokens that are out keep working.':
    'Das alte Geheimnis gilt sofort nicht mehr: bis Ihre Server das neue haben, können sie keine Codes eintauschen und keine Token erneuern. Ausgegebene Token gelten weiter.',
  'Every account that connected it is disconnected, and all of its tokens stop working at once. This cannot be undone.':
    'Jedes Konto, das sie verbunden hat, wird getrennt, und alle ihre Token gelten sofort nicht mehr. Das lässt sich nicht rückgängig machen.',
  'Register an app': 'Eine App registrieren',
  'Edit {name}': '{name} bearbeiten',
  'What customers read when they are asked to connect it.':
    'Was Kunden lesen, wenn sie gefragt werden, ob sie die App verbinden.',
  'Keeps work orders in step with your planning board.':
    'Hält Arbeitsaufträge im Gleichschritt mit Ihrer Plantafel.',
  'One a line, compared letter by letter: https, http on localhost, or a private scheme.':
    'Eine je Zeile, Buchstabe für Buchstabe verglichen: https, http auf localhost oder ein eigenes Schema.',
  Registered: 'Registriert',
  Credentials: 'Zugangsdaten',
  'Client id': 'Client-ID',
  'Client secret': 'Client-Geheimnis',
  'What it may ask for': 'Worum sie bitten darf',
  Overview: 'Überblick',
  'Authorise URL': 'Autorisierungs-URL',
  Review: 'Prüfung',
  'Connected accounts': 'Verbundene Konten',
  'Programs that other accounts connect with OAuth. In development only your own account can; after review, everybody.':
    'Programme, die andere Konten mit OAuth verbinden. In der Entwicklung kann das nur Ihr eigenes Konto, nach der Prüfung jedes.',
  'Your app is registered': 'Ihre App ist registriert',
  'No apps yet': 'Noch keine Apps',
  'Register one to let customers connect your product to their account, with only the scopes that they allow.':
    'Registrieren Sie eine, damit Kunden Ihr Produkt mit ihrem Konto verbinden können, nur mit den Berechtigungen, die sie erlauben.',
  Redirects: 'Weiterleitungen',
  'Verifier, challenge and state are made in this browser. Your app makes fresh ones for every customer.':
    'Verifier, Challenge und State entstehen in diesem Browser. Ihre App macht für jeden Kunden neue.',
  'Then, on your server': 'Danach, auf Ihrem Server',
  'Once the browser is back with a code and the same state.':
    'Sobald der Browser mit einem Code und demselben State zurück ist.',
  'New values': 'Neue Werte',
  'Try it': 'Ausprobieren',
  'Code verifier (keep it)': 'Code-Verifier (behalten)',
  'No account connected it yet': 'Noch kein Konto hat sie verbunden',
  'Try it with your own account: the tab “Authorise URL” has the address to open.':
    'Probieren Sie es mit Ihrem eigenen Konto: die Adresse dafür steht unter „Autorisierungs-URL“.',
  Connected: 'Verbunden',
  'Only your own account can connect this app. Once it is approved, every account can.':
    'Nur Ihr eigenes Konto kann diese App verbinden. Ist sie freigegeben, kann es jedes.',
  'Approved: every account can connect it. Redirects and scopes may only shrink from here, and customers see what you write of it once that is approved.':
    'Freigegeben: jedes Konto kann sie verbinden. Weiterleitungen und Berechtigungen können ab jetzt nur weniger werden, und Kunden sehen, was Sie über sie schreiben, sobald es freigegeben ist.',
  'Suspended: nobody can connect it, and its tokens do not work. The notes tell why.':
    'Gesperrt: niemand kann sie verbinden, und ihre Token gelten nicht. Warum, steht in den Notizen.',
  'Submit for review': 'Zur Prüfung einreichen',
  'Submit {name} for review?': '{name} zur Prüfung einreichen?',
  "The platform's staff looks at its name, description, homepage, redirect URIs and scopes. You are told by mail what was decided.":
    'Das Team der Plattform sieht sich Name, Beschreibung, Webseite, Redirect-URIs und Berechtigungen an. Was entschieden wurde, erfahren Sie per Mail.',
  Submit: 'Einreichen',
  'Submitted, waiting for a decision': 'Eingereicht, die Entscheidung steht aus',
  'App changed': 'App geändert',
  'Submitted: you are told by mail what was decided':
    'Eingereicht: was entschieden wird, erfahren Sie per Mail',
  'App deleted': 'App gelöscht',
  Reinstate: 'Wieder zulassen',
  'Send back': 'Zurückgeben',
  'Nobody yet': 'Noch niemand',
  'Connected by': 'Verbunden von',
  'Changed since the last decision': 'Geändert seit der letzten Entscheidung',
  'Customers see it as it was approved, until the next approval.':
    'Kunden sehen sie, wie sie freigegeben wurde, bis zur nächsten Freigabe.',
  'What it says of itself': 'Was sie über sich sagt',
  'No description': 'Keine Beschreibung',
  'Scopes it asks for': 'Berechtigungen, um die sie bittet',
  'Where it sends people back': 'Wohin sie Personen zurückschickt',
  Reviews: 'Prüfungen',
  'Notes to the developer': 'Notizen für die Entwickler',
  'Approve {name}?': '{name} freigeben?',
  'Approve app': 'App freigeben',
  'Every customer can connect it from now on, and sees it as it is now. Its makers are told by mail.':
    'Jeder Kunde kann sie ab jetzt verbinden und sieht sie, wie sie jetzt ist. Ihre Hersteller erfahren es per Mail.',
  'Approve what changed of {name}?': 'Die Änderungen von {name} freigeben?',
  'Customers see it as it is now from here on. Its makers are told by mail.':
    'Kunden sehen sie von nun an, wie sie jetzt ist. Ihre Hersteller erfahren es per Mail.',
  'Reinstate {name}?': '{name} wieder zulassen?',
  'Reinstate app': 'App wieder zulassen',
  'Customers can connect it again, and those who had connected it have to allow it anew. Endpoints that it subscribed go on with what waited for them. Its makers are told by mail.':
    'Kunden können sie wieder verbinden, und wer sie verbunden hatte, muss sie neu erlauben. Endpunkte, die sie angelegt hat, machen mit dem weiter, was auf sie gewartet hat. Ihre Hersteller erfahren es per Mail.',
  '{tokens} of {accounts}': '{tokens} von {accounts}',
  'Sent with the mail, if there is anything to say.': 'Steht in der Mail, wenn es etwas zu sagen gibt.',
  'Send {name} back?': '{name} zurückgeben?',
  'Customers go on seeing it as it was approved before. It can be submitted again.':
    'Kunden sehen sie weiter, wie sie zuvor freigegeben wurde. Sie kann wieder eingereicht werden.',
  'It stays in development, where only its own account can connect it, and can be submitted again.':
    'Sie bleibt in der Entwicklung, wo nur ihr eigenes Konto sie verbinden kann, und kann wieder eingereicht werden.',
  'What is missing or must change.': 'Was fehlt oder sich ändern muss.',
  'Suspend app': 'App sperren',
  'These stop working at once: {ends}. Nobody can connect it. Endpoints that it subscribed wait. Customers have to allow it again if it is reinstated.':
    'Das gilt sofort nicht mehr: {ends}. Niemand kann sie verbinden. Endpunkte, die sie angelegt hat, warten. Wird sie wieder zugelassen, müssen Kunden sie neu erlauben.',
  'Why, as its makers will read it.': 'Warum, so wie es ihre Hersteller lesen werden.',
  'This is its first submission: all of it is new.': 'Das ist ihre erste Einreichung: alles daran ist neu.',
  'Nothing. It is as it was.': 'Nichts. Sie ist, wie sie war.',
  'It was never submitted.': 'Sie wurde nie eingereicht.',
  'submitted by {who}, {when}': 'eingereicht von {who}, {when}',
  'nobody: decided unasked': 'niemandem: ungefragt entschieden',
  ', decided {when}': ', entschieden {when}',
  'App or account': 'App oder Konto',
  'Waiting since': 'Wartet seit',
  'When a developer registers an app it is listed here, and comes first once it waits for review.':
    'Registriert jemand eine App, steht sie hier, und zuoberst, sobald sie auf Prüfung wartet.',
  'Apps of all accounts. Those that wait for a decision come first, the longest waiting before the others.':
    'Apps aller Konten. Was auf eine Entscheidung wartet, kommt zuerst, das am längsten Wartende vor dem anderen.',
  'App approved': 'App freigegeben',
  'App sent back': 'App zurückgegeben',
  'App suspended': 'App gesperrt',
  'It stands beside the name of the app. Customers see another one after its next review.':
    'Es steht neben dem Namen der App. Kunden sehen ein anderes erst nach ihrer nächsten Prüfung.',
  'It stands beside the name of the app, also where customers are asked to connect it.':
    'Es steht neben dem Namen der App, auch dort, wo Kunden gefragt werden, ob sie die App verbinden.',
  Removed: 'Entfernt',
  'Only its logo.': 'Nur ihr Logo.',
  'Customers see none yet.': 'Kunden sehen noch keines.',
  'Customers see': 'Kunden sehen',
} as const;
