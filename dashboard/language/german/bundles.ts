export const bundles = {
  'Allocate a bundle': 'Ein Paket zuteilen',
  Allocate: 'Zuteilen',
  'No such bundle: make it on the page of bundles':
    'Dieses Paket gibt es nicht: legen Sie es auf der Seite der Pakete an',
  'Leave it empty to allocate the bundle to the whole account.':
    'Lassen Sie es leer, um das Paket dem ganzen Konto zuzuteilen.',
  'None is allocated: the account has its own skills and documents only.':
    'Keines ist zugeteilt: das Konto hat nur seine eigenen Skills und Dokumente.',
  'Accounts that have it': 'Konten, die es haben',
  'Its skills and documents stay. A bundle that accounts have must be withdrawn from them first.':
    'Seine Skills und Dokumente bleiben. Ein Paket, das Konten haben, muss ihnen zuerst entzogen werden.',
  'Delete bundle': 'Paket löschen',
  'Bundle id': 'Paket-ID',
  'No bundles yet': 'Noch keine Pakete',
  'Put skills and collections of the platform together, then allocate them to accounts or to single seats.':
    'Stellen Sie Skills und Sammlungen der Plattform zusammen und teilen Sie sie Konten oder einzelnen Plätzen zu.',
  'New bundle': 'Neues Paket',
  'What the platform gives its customers. Bundles are allocated on the page of an account.':
    'Was die Plattform ihren Kunden gibt. Zugeteilt werden Pakete auf der Seite eines Kontos.',
  'Edit bundle': 'Paket bearbeiten',
  'Create bundle': 'Paket erstellen',
  'Skills of the platform.': 'Skills der Plattform.',
  'None: platform skills have a page of their own': 'Keine: Skills der Plattform haben eine eigene Seite',
  'Documents of the platform: searches find them wherever the bundle is allocated.':
    'Dokumente der Plattform: Suchen finden sie überall, wo das Paket zugeteilt ist.',
  'None: upload documents under platform knowledge':
    'Keine: laden Sie Dokumente unter Wissen der Plattform hoch',
  'The whole account': 'Das ganze Konto',
  'Seats with {name}': 'Plätze mit {name}',
  'all of these seats': 'alle diese Plätze',
  'Withdraw {what}': '{what} entziehen',
  'and {accounts} more': 'und {accounts} weitere',
  'Nobody yet. Open one of the {accounts} to allocate it.':
    'Noch niemand. Öffnen Sie eines der {accounts}, um es zuzuteilen.',
  accounts: 'Konten',
  'Approved ones, of whichever account recorded them; glasses with the bundle show them.':
    'Freigegebene, gleich welches Konto sie aufgenommen hat; Brillen mit dem Paket zeigen sie.',
  'No approved procedure fits': 'Kein freigegebener Ablauf passt',
  'Withdraw {name}?': '{name} entziehen?',
  'From its next request on {name} can use nothing of it any more, on no seat. It can be allocated again.':
    'Von seiner nächsten Anfrage an kann {name} nichts mehr davon nutzen, auf keinem Platz. Es kann wieder zugeteilt werden.',
  'It is taken from {from}, from the next request on. It can be allocated again.':
    'Es wird {from} entzogen, von der nächsten Anfrage an. Es kann wieder zugeteilt werden.',
  'Withdraw bundle': 'Paket entziehen',
  'Bundle deleted': 'Paket gelöscht',
  'Bundle changed': 'Paket geändert',
  'Bundle created': 'Paket erstellt',
  'Bundle allocated': 'Paket zugeteilt',
  '{name} from {seat}': '{name} von {seat}',
} as const;
