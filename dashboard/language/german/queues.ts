export const queues = {
  waiting: 'wartend',
  'Tried before': 'Schon versucht',
  Oldest: 'Älteste',
  'The work that goes on by itself, looked at every five seconds.':
    'Die Arbeit, die von selbst geschieht, alle fünf Sekunden angesehen.',
  'Endpoints that are failing or recovering': 'Endpunkte, die ausfallen oder sich erholen',
  'Every receiver takes what it is sent.': 'Jeder Empfänger nimmt, was ihm gesendet wird.',
  Lately: 'Zuletzt',
  'Last event': 'Letztes Ereignis',
  'Webhook deliveries': 'Zustellungen der Webhooks',
  'Retries asked for': 'Verlangte Wiederholungen',
  Mails: 'Mails',
  'Deletions for the training app': 'Löschungen für die Trainings-App',
  'Documents to read': 'Zu lesende Dokumente',
} as const;
