export const mail = {
  'Send now': 'Jetzt senden',
  'Last error': 'Letzter Fehler',
  'Its text and link are gone, so it cannot be sent again. Whoever made it can make a new one: invite once more, or ask for a new password.':
    'Ihr Text und ihr Link sind weg, sie kann nicht noch einmal gesendet werden. Wer sie veranlasst hat, kann eine neue veranlassen: noch einmal einladen, oder um ein neues Passwort bitten.',
  Written: 'Geschrieben',
  'Link good until': 'Link gilt bis',
  'Mail id': 'Mail-ID',
  'The staff': 'Das Team',
  'Address or subject': 'Adresse oder Betreff',
  Subject: 'Betreff',
  'No mails yet': 'Noch keine Mails',
  'Invitations, new passwords and decisions on apps are sent from here.':
    'Einladungen, neue Passwörter und Entscheidungen über Apps gehen von hier aus.',
  'What was sent and what waits. Links let their readers in, so they lie sealed and are never shown.':
    'Was gesendet wurde und was wartet. Links lassen ihre Leser herein, deshalb liegen sie versiegelt und werden nie gezeigt.',
  'No mail server is configured (SMTP_URL): each mail is written to a file in the folder mail of DATA_DIR and then counts as sent. Whoever invites is shown the link; a link to a new password is only in that file and in the log of the service.':
    'Es ist kein Mailserver eingerichtet (SMTP_URL): jede Mail wird in eine Datei im Ordner mail von DATA_DIR geschrieben und gilt dann als gesendet. Wer einlädt, sieht den Link; ein Link zu einem neuen Passwort steht nur in dieser Datei und im Log des Dienstes.',
  'The mail is on its way': 'Die Mail ist unterwegs',
} as const;
