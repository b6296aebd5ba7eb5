/** The descriptions of scopes in `scopes.ts`, in German. */
export const texts = {
  'Add, change and delete documents of the knowledge base':
    'Dokumente der Wissensdatenbank hinzufügen, ändern und löschen',
  'Change and delete training sessions, and approve or reject their procedures':
    'Trainingssitzungen ändern und löschen und ihre Abläufe freigeben oder ablehnen',
  'Create and change tasks': 'Aufgaben erstellen und ändern',
  'Create and revoke API keys, which work without this app, and see the requests of keys and apps':
    'API-Schlüssel erstellen und widerrufen, die ohne diese App funktionieren, und die Anfragen von Schlüsseln und Apps sehen',
  'Create, change and delete forms': 'Formulare erstellen, ändern und löschen',
  'Send events about tasks, sessions and skills to any address, and see and change all webhook endpoints':
    'Ereignisse zu Aufgaben, Sitzungen und Skills an beliebige Adressen senden und alle Webhook-Endpunkte sehen und ändern',
  'Invite people to the account, including admins with full access, and deactivate or reactivate people':
    'Personen in das Konto einladen, auch Admins mit vollem Zugriff, und Personen deaktivieren oder reaktivieren',
  'Run skills, which may send data to other systems and fill in forms':
    'Skills ausführen, die Daten an andere Systeme senden und Formulare ausfüllen können',
  'See and search the documents of the knowledge base':
    'Dokumente der Wissensdatenbank sehen und durchsuchen',
  'See forms and submissions': 'Formulare und Einreichungen sehen',
  'See tasks': 'Aufgaben sehen',
  'See the people of the account and their email addresses':
    'Die Personen des Kontos und ihre E-Mail-Adressen sehen',
  'See the skills that can be run': 'Die Skills sehen, die ausgeführt werden können',
  'See training sessions with their summaries, recordings and procedures':
    'Trainingssitzungen mit Zusammenfassungen, Aufnahmen und Abläufen sehen',
  'See the usage that the account is billed for': 'Die Nutzung sehen, die dem Konto berechnet wird',
  'Set up devices and seats, and assign glasses to people':
    'Geräte und Plätze einrichten und Brillen Personen zuweisen',
  'Set up integrations, which let other systems create and change tasks, and manage the apps of the account':
    'Integrationen einrichten, mit denen andere Systeme Aufgaben erstellen und ändern, und die Apps des Kontos verwalten',
} as const;
