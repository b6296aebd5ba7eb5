export const integrations = {
  'Field-service systems that push work orders in. Each signs with a secret of its own, and its tasks carry its name.':
    'Systeme des Außendienstes, die Arbeitsaufträge hereingeben. Jedes signiert mit einem eigenen Geheimnis, und seine Aufgaben tragen seinen Namen.',
  'No integrations yet': 'Noch keine Integrationen',
  'Add the system that your work orders come from. It gets a secret and pushes tasks to /inbound/v1/tasks.':
    'Fügen Sie das System hinzu, aus dem Ihre Arbeitsaufträge kommen. Es bekommt ein Geheimnis und gibt Aufgaben an /inbound/v1/tasks.',
  Secret: 'Geheimnis',
  Revoke: 'Widerrufen',
  'Add an integration': 'Eine Integration hinzufügen',
  'The name that its tasks carry.': 'Der Name, den seine Aufgaben tragen.',
  'Rotate the secret of {provider}?': 'Das Geheimnis von {provider} erneuern?',
  'The old secret stops working at once: nothing gets in until the other system has the new one.':
    'Das alte Geheimnis gilt sofort nicht mehr: nichts kommt herein, bis das andere System das neue hat.',
  'Revoke {provider}?': '{provider} widerrufen?',
  'It cannot push anything in any more. Its tasks stay. This cannot be undone.':
    'Es kann nichts mehr hereingeben. Seine Aufgaben bleiben. Das lässt sich nicht rückgängig machen.',
  'Revoke integration': 'Integration widerrufen',
  'The integration’s secret': 'Das Geheimnis der Integration',
  'Integration revoked': 'Integration ist widerrufen',
} as const;
