/** The descriptions of scopes in `access/scopes.ts`, in German. */
export const germanScopeTexts = {
  'Add to and change the knowledge base': 'Das Wissen ergänzen und ändern',
  'Change and delete training sessions, and approve or reject the procedures that they taught':
    'Trainingssitzungen ändern und löschen und die Abläufe, die sie lehrten, freigeben oder ablehnen',
  'Create and change tasks': 'Aufgaben erstellen und ändern',
  'Create and revoke API keys, which work without this app, and see what keys and apps ask of the account':
    'API-Schlüssel erstellen und widerrufen, die ohne diese App gelten, und sehen, was Schlüssel und Apps vom Konto wollen',
  'Create, change and delete forms': 'Formulare erstellen, ändern und löschen',
  'Have everything that happens to tasks, sessions and skills sent to addresses of its choice, and see and change where else it is sent':
    'Alles, was mit Aufgaben, Sitzungen und Skills geschieht, an Adressen ihrer Wahl senden lassen, und sehen und ändern, wohin es sonst gesendet wird',
  'Invite people to the account, also as admins, who may do everything in it, and deactivate and reactivate people':
    'Personen in das Konto einladen, auch als Admins, die darin alles dürfen, und Personen deaktivieren und wieder aktivieren',
  'Run skills, which may send data to other systems and fill in forms':
    'Skills ausführen, die Daten an andere Systeme senden und Formulare ausfüllen können',
  'See and search the documents of the knowledge base': 'Die Dokumente des Wissens sehen und durchsuchen',
  'See forms and what was filled in': 'Formulare sehen und was in ihnen ausgefüllt wurde',
  'See tasks': 'Aufgaben sehen',
  'See the people of the account and their email addresses':
    'Die Personen des Kontos und ihre E-Mail-Adressen sehen',
  'See the skills that can be run': 'Die Skills sehen, die ausgeführt werden können',
  'See training sessions, their summaries and recordings, and the procedures that they taught':
    'Trainingssitzungen sehen, ihre Zusammenfassungen und Aufnahmen und die Abläufe, die sie lehrten',
  'See what the account used, as its bill counts it':
    'Sehen, was das Konto verbraucht hat, wie seine Rechnung es zählt',
  'Set up devices and seats, and so who works with which glasses':
    'Geräte und Plätze einrichten, und damit, wer mit welcher Brille arbeitet',
  'Set up integrations, which let other systems create and change tasks, and the apps that the account makes':
    'Integrationen einrichten, mit denen andere Systeme Aufgaben erstellen und ändern, und die Apps, die das Konto herstellt',
} as const;
