export const texts = {
  'Name or client id': 'Name oder Client-ID',
  'App registered': 'App registriert',
  'State|OAuth parameter': 'State',
  'Delete app': 'App löschen',
  'New client secret': 'Neues Client-Secret',
  'Rotate the client secret?': 'Client-Secret erneuern?',
  'The old secret stops working immediately. Your servers cannot exchange codes or refresh tokens until they have the new secret. Existing tokens keep working.':
    'Das alte Secret funktioniert sofort nicht mehr. Ihre Server können erst mit dem neuen Secret wieder Codes eintauschen und Token erneuern. Vorhandene Token funktionieren weiter.',
  'All accounts that connected the app are disconnected, and all of its tokens stop working immediately. This cannot be undone.':
    'Alle Konten, die die App verbunden haben, werden getrennt, und alle Token der App funktionieren sofort nicht mehr. Das kann nicht rückgängig gemacht werden.',
  'Register an app': 'App registrieren',
  'Edit {name}': '{name} bearbeiten',
  'Shown to customers when they connect the app.': 'Wird Kunden angezeigt, wenn sie die App verbinden.',
  'Keeps work orders in sync with your planning board.': 'Gleicht Arbeitsaufträge mit Ihrer Plantafel ab.',
  'One URI per line, matched exactly: https, http on localhost, or a private scheme.':
    'Eine URI pro Zeile, exakt verglichen: https, http auf localhost oder ein privates Schema.',
  Registered: 'Registriert',
  Credentials: 'Zugangsdaten',
  'Client id': 'Client-ID',
  'Client secret': 'Client-Secret',
  'Allowed scopes': 'Erlaubte Berechtigungen',
  Overview: 'Übersicht',
  'Authorize URL': 'Autorisierungs-URL',
  'Connected accounts': 'Verbundene Konten',
  'Your apps. Accounts connect them through OAuth. Apps in development work with your own account only. Reviewed apps work with all accounts.':
    'Ihre Apps, die Konten über OAuth verbinden können. Apps in Entwicklung funktionieren nur mit Ihrem eigenen Konto, geprüfte Apps mit allen Konten.',
  'No apps yet': 'Noch keine Apps',
  'Register an app to let customers connect your product to their account. Customers choose whether to allow its scopes.':
    'Registrieren Sie eine App, damit Kunden Ihr Produkt mit ihrem Konto verbinden können. Kunden entscheiden, ob sie die Berechtigungen erlauben.',
  'Verifier, challenge and state were generated in this browser. Your app must generate new values for every customer.':
    'Verifier, Challenge und State wurden in diesem Browser erzeugt. Ihre App muss für jeden Kunden neue Werte erzeugen.',
  'Next, on your server': 'Danach auf Ihrem Server',
  'Run this after the browser returned with a code and the same state.':
    'Führen Sie das aus, nachdem der Browser mit einem Code und demselben State zurückgekehrt ist.',
  'Generate new values': 'Neue Werte erzeugen',
  'Try it': 'Ausprobieren',
  'Code verifier (store it)': 'Code-Verifier (aufbewahren)',
  'No connected accounts yet': 'Noch keine verbundenen Konten',
  'Connect your own account first. Open the URL on the tab “Authorize URL”.':
    'Verbinden Sie zuerst Ihr eigenes Konto. Öffnen Sie dazu die URL auf dem Tab „Autorisierungs-URL“.',
  Connected: 'Verbunden',
  'Only your own account can connect this app. All accounts can connect it after it is approved.':
    'Nur Ihr eigenes Konto kann diese App verbinden. Nach der Freigabe können das alle Konten.',
  'Approved: all accounts can connect this app. You can remove redirect URIs and scopes but not add any. Customers see changes of the description after the next approval.':
    'Freigegeben: Alle Konten können diese App verbinden. Sie können Redirect-URIs und Berechtigungen entfernen, aber keine hinzufügen. Kunden sehen Änderungen der Beschreibung nach der nächsten Freigabe.',
  'Suspended: no account can connect this app, and its tokens do not work. The review below shows the reason.':
    'Gesperrt: Kein Konto kann diese App verbinden, und ihre Token funktionieren nicht. Der Grund steht unten in der Prüfung.',
  'Submit for review': 'Zur Prüfung einreichen',
  'Submit {name} for review?': '{name} zur Prüfung einreichen?',
  'The platform staff reviews its name, description, homepage, redirect URIs and scopes. You get the decision by email.':
    'Das Team der Plattform prüft Name, Beschreibung, Website, Redirect-URIs und Berechtigungen. Sie erhalten die Entscheidung per E-Mail.',
  Submit: 'Einreichen',
  'Submitted, awaiting decision': 'Eingereicht, wartet auf Entscheidung',
  'App changed': 'App geändert',
  'App submitted. You get the decision by email.':
    'App eingereicht. Sie erhalten die Entscheidung per E-Mail.',
  'App deleted': 'App gelöscht',
  Reinstate: 'Wieder zulassen',
  Return: 'Zurückgeben',
  'Not connected yet': 'Noch nicht verbunden',
  'Connected by': 'Verbunden von',
  'Changed since the last decision': 'Geändert seit der letzten Entscheidung',
  'Until the next approval, customers see the approved version.':
    'Bis zur nächsten Freigabe sehen Kunden die freigegebene Version.',
  'Description by the developer': 'Beschreibung des Entwicklungsteams',
  'No description': 'Keine Beschreibung',
  'Requested scopes': 'Angefragte Berechtigungen',
  'Redirect URIs of the app': 'Redirect-URIs der App',
  Reviews: 'Prüfungen',
  'Notes for the developer': 'Notizen für das Entwicklungsteam',
  'Approve {name}?': '{name} freigeben?',
  'Approve app': 'App freigeben',
  'All customers can connect the app and see its current version. Its developers are notified by email.':
    'Alle Kunden können die App verbinden und sehen ihre aktuelle Version. Das Entwicklungsteam wird per E-Mail benachrichtigt.',
  'Approve the changes of {name}?': 'Die Änderungen von {name} freigeben?',
  'Customers see the current version from now on. The developers are notified by email.':
    'Kunden sehen ab jetzt die aktuelle Version. Das Entwicklungsteam wird per E-Mail benachrichtigt.',
  'Reinstate {name}?': '{name} wieder zulassen?',
  'Reinstate app': 'App wieder zulassen',
  'Customers can connect the app again. Customers who had connected it must allow it again. Its endpoints receive the events that waited. Its developers are notified by email.':
    'Kunden können die App wieder verbinden. Kunden, die sie verbunden hatten, müssen sie erneut erlauben. Ihre Endpunkte erhalten die wartenden Ereignisse. Das Entwicklungsteam wird per E-Mail benachrichtigt.',
  'Optional. Included in the email.': 'Optional. Wird mit der E-Mail gesendet.',
  'Return {name}?': '{name} zurückgeben?',
  'Customers keep seeing the version that was approved before. The app can be submitted again.':
    'Kunden sehen weiter die zuvor freigegebene Version. Die App kann erneut eingereicht werden.',
  'The app stays in development, where only its own account can connect it. It can be submitted again.':
    'Die App bleibt in Entwicklung. Nur ihr eigenes Konto kann sie verbinden. Sie kann erneut eingereicht werden.',
  'Say what is missing or must change.': 'Beschreiben Sie, was fehlt oder sich ändern muss.',
  'Suspend app': 'App sperren',
  '{ends} will stop working immediately, and no account will be able to connect the app. Its endpoints will be put on hold. If you reinstate the app, customers will have to allow it again.':
    'Das funktioniert sofort nicht mehr: {ends}. Kein Konto kann die App verbinden. Ihre Endpunkte werden angehalten. Wird die App wieder zugelassen, müssen Kunden sie erneut erlauben.',
  'Explain why you are suspending the app. The developers will see this text.':
    'Nennen Sie den Grund der Sperre. Das Entwicklungsteam liest diesen Text.',
  'First submission: everything is new.': 'Erste Einreichung: Alles ist neu.',
  'No changes.': 'Keine Änderungen.',
  'Never submitted.': 'Noch nie eingereicht.',
  'submitted by {who}, {when}': 'eingereicht von {who}, {when}',
  'nobody: decided without a submission': 'niemandem: ohne Einreichung entschieden',
  ', decided {when}': ', entschieden {when}',
  'App or account': 'App oder Konto',
  'Awaiting review since': 'Wartet auf Prüfung seit',
  'Registered apps appear here. Apps that await review come first.':
    'Registrierte Apps erscheinen hier. Apps, die auf Prüfung warten, stehen oben.',
  'Apps of all accounts. Apps that await a decision come first, the oldest submission at the top.':
    'Apps aller Konten. Apps, die auf eine Entscheidung warten, stehen oben, die älteste Einreichung zuerst.',
  'App approved': 'App freigegeben',
  'App returned': 'App zurückgegeben',
  'App suspended': 'App gesperrt',
  'Shown next to the name of the app. Customers see a new logo after the next review.':
    'Wird neben dem Namen der App angezeigt. Kunden sehen ein neues Logo nach der nächsten Prüfung.',
  'Shown next to the name of the app, also when customers connect it.':
    'Wird neben dem Namen der App angezeigt, auch wenn Kunden sie verbinden.',
  Removed: 'Entfernt',
  'Only the logo changed.': 'Nur das Logo hat sich geändert.',
  'The published version has no logo.': 'Die veröffentlichte Version hat kein Logo.',
  'Customers see this version': 'Diese Version sehen Kunden',
  About: 'Über',
  'client id': 'Client-ID',
  'redirect URI': 'Redirect-URI',
  'client secret': 'Client-Secret',
  '{tokens, plural, one {# token} other {# tokens}} of {accounts, plural, one {# account} other {# accounts}}':
    '{tokens, plural, one {# Token} other {# Token}} von {accounts, plural, one {# Konto} other {# Konten}}',
  '{accounts, plural, one {# account} other {# accounts}}, {tokens, plural, one {# active token} other {# active tokens}}':
    '{accounts, plural, one {# Konto} other {# Konten}}, {tokens, plural, one {# aktives Token} other {# aktive Token}}',
} as const;
