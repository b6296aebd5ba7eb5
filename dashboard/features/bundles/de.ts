export const texts = {
  'No approved procedures yet': 'Noch keine freigegebenen Abläufe',
  'No bundles yet. Create them on the bundles page.':
    'Noch keine Pakete. Erstellen Sie sie auf der Seite „Pakete“.',
  'This account has no seats yet': 'Dieses Konto hat noch keine Plätze',
  'Allocate a bundle': 'Paket zuteilen',
  Allocate: 'Zuteilen',
  'Leave empty to allocate the bundle to the whole account.':
    'Leer lassen, um das Paket dem ganzen Konto zuzuteilen.',
  'No bundles. The account has only its own skills and documents.':
    'Keine Pakete. Das Konto hat nur eigene Skills und Dokumente.',
  'Accounts with this bundle': 'Konten mit diesem Paket',
  'Its skills and documents stay. You can only delete a bundle that no account has.':
    'Die Skills und Dokumente bleiben erhalten. Sie können nur ein Paket löschen, das kein Konto hat.',
  'Delete bundle': 'Paket löschen',
  'Bundle id': 'Paket-ID',
  'No bundles yet': 'Noch keine Pakete',
  'Combine skills and collections of the platform in a bundle, then allocate it to accounts or seats.':
    'Fassen Sie Skills und Sammlungen der Plattform in einem Paket zusammen und teilen Sie es Konten oder Plätzen zu.',
  'New bundle': 'Neues Paket',
  'A bundle is a set of skills and documents of the platform. Allocate bundles on the page of an account.':
    'Ein Paket ist eine Sammlung von Skills und Dokumenten der Plattform. Teilen Sie Pakete auf der Seite eines Kontos zu.',
  'Edit bundle': 'Paket bearbeiten',
  'Create bundle': 'Paket erstellen',
  'Platform skills in this bundle.': 'Skills der Plattform in diesem Paket.',
  'No platform skills yet. Create them on the platform skills page.':
    'Noch keine Skills der Plattform. Erstellen Sie sie auf der Seite „Skills der Plattform“.',
  'Platform documents in this bundle. Accounts find them in searches if the account or one of its seats has this bundle.':
    'Dokumente der Plattform in diesem Paket. Konten finden sie in der Suche, wenn das Konto oder einer seiner Plätze dieses Paket hat.',
  'No collections yet. Upload documents under platform knowledge.':
    'Noch keine Sammlungen. Laden Sie Dokumente unter „Wissen der Plattform“ hoch.',
  'The whole account': 'Das ganze Konto',
  'Seats with {name}': 'Plätze mit {name}',
  'Withdraw {what}': '{what} entziehen',
  'No account has this bundle yet. Open one of the {accounts} to allocate it.':
    'Noch kein Konto hat dieses Paket. Öffnen Sie eines der {accounts}, um es zuzuteilen.',
  accounts: 'Konten',
  'Approved procedures of any account. Glasses with this bundle show them.':
    'Freigegebene Abläufe aller Konten. Brillen mit diesem Paket zeigen sie an.',
  'Withdraw {name}?': '{name} entziehen?',
  '{name} and all of its seats lose access to this bundle at the next request. You can allocate it again.':
    '{name} und alle zugehörigen Plätze verlieren mit der nächsten Anfrage den Zugriff auf dieses Paket. Sie können es erneut zuteilen.',
  'These seats lose access to this bundle at the next request. You can allocate it again.':
    'Diese Plätze verlieren mit der nächsten Anfrage den Zugriff auf dieses Paket. Sie können es erneut zuteilen.',
  '{seat_name} loses access to this bundle at the next request. You can allocate it again.':
    '{seat_name} verliert mit der nächsten Anfrage den Zugriff auf dieses Paket. Sie können es erneut zuteilen.',
  'Withdraw bundle': 'Paket entziehen',
  'Bundle withdrawn': 'Paket entzogen',
  'Bundle deleted': 'Paket gelöscht',
  'Bundle changed': 'Paket geändert',
  'Bundle created': 'Paket erstellt',
  'Bundle allocated': 'Paket zugeteilt',
  '{name} from {seat}': '{name} von {seat}',
  'bundle id': 'Paket-ID',
  '{seats, plural, one {# seat} other {# seats}}': '{seats, plural, one {# Platz} other {# Plätze}}',
  'and {accounts, plural, one {# account} other {# accounts}} more':
    'und {accounts, plural, one {# weiteres Konto} other {# weitere Konten}}',
} as const;
