export const texts = {
  'Field-service systems that send work orders. Each integration signs its requests with its own secret.':
    'Außendienstsysteme, die Arbeitsaufträge senden. Jede Integration signiert ihre Anfragen mit einem eigenen Secret.',
  'No integrations yet': 'Noch keine Integrationen',
  'Add the system that manages your work orders. You get a secret that the system uses to send tasks to /inbound/v1/tasks.':
    'Fügen Sie das System hinzu, das Ihre Arbeitsaufträge verwaltet. Sie erhalten ein Secret, mit dem das System Aufgaben an /inbound/v1/tasks sendet.',
  Revoke: 'Widerrufen',
  'Add an integration': 'Integration hinzufügen',
  'Shown with the tasks of this integration.': 'Wird bei den Aufgaben dieser Integration angezeigt.',
  'Rotate the secret of {provider}?': 'Secret von {provider} erneuern?',
  'The old secret stops working immediately. Tasks are rejected until the system uses the new secret.':
    'Das alte Secret funktioniert sofort nicht mehr. Aufgaben werden abgelehnt, bis das System das neue Secret verwendet.',
  'Revoke {provider}?': '{provider} widerrufen?',
  'The integration can no longer send tasks. Its existing tasks stay. This cannot be undone.':
    'Die Integration kann keine Aufgaben mehr senden. Ihre vorhandenen Aufgaben bleiben erhalten. Das kann nicht rückgängig gemacht werden.',
  'Revoke integration': 'Integration widerrufen',
  'Secret of the integration': 'Secret der Integration',
  'Integration revoked': 'Integration widerrufen',
} as const;
