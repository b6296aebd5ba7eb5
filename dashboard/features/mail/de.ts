export const texts = {
  'Last error': 'Letzter Fehler',
  'The content of this email was deleted, so it cannot be sent again. Invite the person again, or have them reset their password.':
    'Der Inhalt dieser E-Mail wurde gelöscht. Sie kann nicht noch einmal gesendet werden. Laden Sie die Person erneut ein oder fordern Sie ein neues Passwort an.',
  'Link expires': 'Link läuft ab',
  'Email id': 'E-Mail-ID',
  'Staff account': 'Team der Plattform',
  'Address or subject': 'Adresse oder Betreff',
  'No emails yet': 'Noch keine E-Mails',
  'Invitations, password links and app decisions appear here when they are sent.':
    'Einladungen, Passwort-Links und Entscheidungen über Apps erscheinen hier, sobald sie gesendet werden.',
  'Sent and waiting emails. Links in emails are encrypted and never shown.':
    'Gesendete und wartende E-Mails. Links in E-Mails sind verschlüsselt und werden nie angezeigt.',
  'No mail server is configured (SMTP_URL). Emails are saved as files in the folder mail of DATA_DIR and then count as sent. Invitation links are also shown to the inviting person. Password links are only in the file and in the log of the service.':
    'Es ist kein Mailserver eingerichtet (SMTP_URL). E-Mails werden als Dateien im Ordner mail von DATA_DIR gespeichert und gelten dann als gesendet. Einladungslinks werden auch der einladenden Person angezeigt. Passwort-Links stehen nur in der Datei und im Log des Dienstes.',
  'Sending the email': 'Die E-Mail wird gesendet',
  Recipient: 'An',
  'email id': 'E-Mail-ID',
} as const;
