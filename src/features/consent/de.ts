export const texts = {
  Allow: 'Erlauben',
  'Connect {app}': '{app} verbinden',
  'Connect {app} to {account}?': '{app} mit {account} verbinden?',
  Deny: 'Ablehnen',
  'Go back': 'Zurück',
  'The app cannot be connected at the moment (invalid_client). Contact the developers of the app.':
    'Die App kann derzeit nicht verbunden werden (invalid_client). Wenden Sie sich an das Entwicklungsteam der App.',
  'The app will be able to:': 'Die App darf dann:',
  'The link leads to an address that the app did not register (redirect_uri). No data was shared. Contact the developers of the app.':
    'Der Link führt zu einer Adresse, die die App nicht registriert hat (redirect_uri). Es wurden keine Daten weitergegeben. Wenden Sie sich an das Entwicklungsteam der App.',
  'Developed by': 'Entwickelt von',
  'Not you?': 'Nicht Sie?',
  'Only an admin of your account can connect apps. Ask an admin.':
    'Nur ein Admin Ihres Kontos kann Apps verbinden. Wenden Sie sich an einen Admin.',
  'Sign in as a different user': 'Als andere Person anmelden',
  'Staff cannot connect apps': 'Das Team der Plattform kann keine Apps verbinden',
  'The link names an app that does not exist (invalid_client). Contact the developers of the app.':
    'Der Link nennt eine App, die es nicht gibt (invalid_client). Wenden Sie sich an das Entwicklungsteam der App.',
  'This app is in development. It has not been reviewed, and only your account can connect it.':
    'Diese App ist in Entwicklung. Sie wurde nicht geprüft, und nur Ihr Konto kann sie verbinden.',
  'Unknown app': 'Unbekannte App',
  'This app is suspended': 'Diese App ist gesperrt',
  'This link has a mistake': 'Dieser Link ist fehlerhaft',
  'Permissions of the app': 'Berechtigungen der App',
  'Signed in as': 'Angemeldet als',
  'You are signed in as platform staff. Only an admin of an account can connect an app to it. Sign in as an admin of the account.':
    'Sie sind als Mitglied des Teams der Plattform angemeldet. Nur ein Admin eines Kontos kann eine App mit ihm verbinden. Melden Sie sich als Admin des Kontos an.',
  'You can disconnect it at any time.': 'Sie können sie jederzeit trennen.',
  'You are then redirected to': 'Danach weiter zu',
} as const;
