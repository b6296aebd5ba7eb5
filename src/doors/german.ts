import { scopes } from './germanScopes.ts';

/** The texts of the pages that the server renders; the English text is the key of the German one. */
const pages = {
  'A browser': 'Ein Browser',
  'Afterwards your password alone lets you in, and your recovery codes are gone.':
    'Danach genügt Ihr Passwort allein, und Ihre Wiederherstellungscodes sind weg.',
  Allow: 'Erlauben',
  'At least {least} characters': 'Mindestens {least} Zeichen',
  'Back to sign in': 'Zurück zur Anmeldung',
  'Begin again with a new key.': 'Beginnen Sie neu mit einem neuen Schlüssel.',
  'Change or turn off': 'Ändern oder ausschalten',
  'Change password': 'Passwort ändern',
  'Choose a new password': 'Ein neues Passwort wählen',
  'Choose a password': 'Ein Passwort wählen',
  'Choose a password. You sign in with it and {email}.':
    'Wählen Sie ein Passwort. Sie melden sich damit und mit {email} an.',
  'Choose another one in your settings.': 'Wählen Sie in Ihren Einstellungen eine andere.',
  Code: 'Code',
  'Code that the app shows now': 'Code, den die App jetzt zeigt',
  'Connect {app}': '{app} verbinden',
  'Connect {app} to {account}?': '{app} mit {account} verbinden?',
  Continue: 'Weiter',
  Deny: 'Ablehnen',
  'E-mail address': 'E-Mail-Adresse',
  'Each lets you in once if you lose your authenticator app. They are not shown again.':
    'Jeder lässt Sie einmal herein, wenn Sie Ihre Authenticator-App verlieren. Sie werden nicht noch einmal gezeigt.',
  'Enter the code that your authenticator app shows now, or one of your recovery codes.':
    'Geben Sie den Code ein, den Ihre Authenticator-App jetzt zeigt, oder einen Ihrer Wiederherstellungscodes.',
  'Every browser that was signed in is signed out now.':
    'Jeder Browser, der angemeldet war, ist jetzt abgemeldet.',
  'Forgot your password?': 'Passwort vergessen?',
  'From now on you sign in with it, and no longer with {before}. Your password stays as it is.':
    'Von nun an melden Sie sich damit an und nicht mehr mit {before}. Ihr Passwort bleibt, wie es ist.',
  'Go back': 'Zurück',
  'I have kept them': 'Ich habe sie aufbewahrt',
  'If the address is known here, a mail with a link is on its way. The link works for one hour.':
    'Ist die Adresse hier bekannt, ist eine Mail mit einem Link unterwegs. Der Link gilt eine Stunde.',
  'It cannot be connected at the moment (invalid_client). Ask the makers of the app.':
    'Sie kann im Moment nicht verbunden werden (invalid_client). Fragen Sie die Hersteller der App.',
  'It replaces the old one and signs out every browser.': 'Es ersetzt das alte und meldet jeden Browser ab.',
  'It was used already, is older than a day, was replaced by a newer one, or is for somebody else than who is signed in here.':
    'Er wurde schon benutzt, ist älter als ein Tag, wurde durch einen neueren ersetzt, oder ist für jemand anders als die Person, die hier angemeldet ist.',
  'It was used already, is too old, or was replaced by a newer one. Look for a newer mail, or ask for another.':
    'Er wurde schon benutzt, ist zu alt oder wurde durch einen neueren ersetzt. Suchen Sie eine neuere Mail, oder bitten Sie um eine andere.',
  'It will be able to:': 'Sie darf dann:',
  'It would send you to an address that the app did not register (redirect_uri). Nothing was shared. Ask the makers of the app.':
    'Er würde Sie zu einer Adresse schicken, die die App nicht registriert hat (redirect_uri). Nichts wurde weitergegeben. Fragen Sie die Hersteller der App.',
  'Keep it': 'Behalten',
  'Keep these codes': 'Bewahren Sie diese Codes auf',
  'Key:': 'Schlüssel:',
  'Look into your mail': 'Sehen Sie in Ihre Mails',
  'Made by': 'Hergestellt von',
  'New password': 'Neues Passwort',
  'Not found': 'Nicht gefunden',
  'Not you?': 'Nicht Sie?',
  'Off: your password alone lets you in.': 'Aus: Ihr Passwort allein genügt.',
  'On: signing in also asks for a code of your authenticator app.':
    'An: beim Anmelden wird auch nach einem Code Ihrer Authenticator-App gefragt.',
  'One more step': 'Noch ein Schritt',
  'Only an admin of your account can connect apps. Ask one of them.':
    'Nur ein Admin Ihres Kontos kann Apps verbinden. Fragen Sie einen von ihnen.',
  'Open in an app on this device': 'In einer App auf diesem Gerät öffnen',
  Password: 'Passwort',
  'Platform staff': 'Team der Plattform',
  'QR code of the key below': 'QR-Code des Schlüssels darunter',
  'Recovery codes': 'Wiederherstellungscodes',
  'Scan this with your authenticator app, or type the key into it.':
    'Scannen Sie das mit Ihrer Authenticator-App, oder tippen Sie den Schlüssel ein.',
  'Second factor': 'Zweiter Faktor',
  'Send the link': 'Link senden',
  'Set password and sign in': 'Passwort setzen und anmelden',
  'Sign in': 'Anmelden',
  'Sign in as somebody else': 'Als jemand anders anmelden',
  'Sign in with {email}?': 'Mit {email} anmelden?',
  'Sign out': 'Abmelden',
  'Sign out everywhere': 'Überall abmelden',
  'Something went wrong': 'Etwas ist schiefgegangen',
  'Staff cannot connect apps': 'Das Team kann keine Apps verbinden',
  'Tenant Ops, operations for training with AR glasses':
    'Tenant Ops, Betrieb für das Training mit AR-Brillen',
  'The code is wrong. Is the clock of your device right?':
    'Der Code ist falsch. Geht die Uhr Ihres Geräts richtig?',
  'The e-mail address or the password is wrong.': 'Die E-Mail-Adresse oder das Passwort ist falsch.',
  'The link that brought you here names an app that does not exist (invalid_client). Ask the makers of the app.':
    'Der Link, der Sie hierher gebracht hat, nennt eine App, die es nicht gibt (invalid_client). Fragen Sie die Hersteller der App.',
  'The password is wrong.': 'Das Passwort ist falsch.',
  'The password must be {least} to {most} characters.': 'Das Passwort muss {least} bis {most} Zeichen haben.',
  'The second factor is still off': 'Der zweite Faktor ist noch aus',
  'This address cannot be used': 'Diese Adresse geht nicht',
  'This app is in development: nobody has reviewed it, and only your account can connect it.':
    'Diese App ist in der Entwicklung: niemand hat sie geprüft, und nur Ihr Konto kann sie verbinden.',
  'This app is not known here': 'Diese App ist hier nicht bekannt',
  'This app is suspended': 'Diese App ist gesperrt',
  'This browser': 'Dieser Browser',
  'This code is wrong, or was used already.': 'Dieser Code ist falsch oder wurde schon benutzt.',
  'This did not work': 'Das hat nicht geklappt',
  'This link does not work': 'Dieser Link gilt nicht',
  'This link does not work any more': 'Dieser Link gilt nicht mehr',
  'This link is not right': 'Dieser Link stimmt nicht',
  'To your settings': 'Zu Ihren Einstellungen',
  'Too many attempts. Wait a quarter of an hour, then try again.':
    'Zu viele Versuche. Warten Sie eine Viertelstunde und versuchen Sie es dann noch einmal.',
  'Too many attempts. Wait a quarter of an hour.': 'Zu viele Versuche. Warten Sie eine Viertelstunde.',
  'Try again': 'Noch einmal versuchen',
  'Turn off': 'Ausschalten',
  'Turn off the second factor': 'Den zweiten Faktor ausschalten',
  'Turn on': 'Einschalten',
  'Turn on the second factor': 'Den zweiten Faktor einschalten',
  'Use this address': 'Diese Adresse verwenden',
  'We send you a link to choose a new one.': 'Wir senden Ihnen einen Link, mit dem Sie ein neues wählen.',
  'Welcome to {to}, {full_name}': 'Willkommen bei {to}, {full_name}',
  'What the app may do': 'Was die App darf',
  'Where you are signed in': 'Wo Sie angemeldet sind',
  'You are': 'Sie sind',
  'You are signed in as platform staff, and an app is connected to an account. Sign in as an admin of the account.':
    'Sie sind als Team der Plattform angemeldet, eine App wird aber mit einem Konto verbunden. Melden Sie sich als Admin des Kontos an.',
  'You can disconnect it at any time.': 'Sie können sie jederzeit trennen.',
  'You go on to': 'Danach geht es weiter zu',
  'You sign in with it and your e-mail address.': 'Sie melden sich damit und mit Ihrer E-Mail-Adresse an.',
  'You sign in with {email} from now on. Other browsers are signed out.':
    'Sie melden sich von nun an mit {email} an. Andere Browser sind abgemeldet.',
  'Your address is changed': 'Ihre Adresse ist geändert',
  'Your new address': 'Ihre neue Adresse',
  'Your password': 'Ihr Passwort',
  'Your password is changed': 'Ihr Passwort ist geändert',
  'Your sign-in': 'Ihre Anmeldung',
  'last seen {time} UTC': 'zuletzt gesehen {time} UTC',
  '{browser} on {system}': '{browser} auf {system}',
  Submitted: 'Abgegeben',
  By: 'Von',
  Session: 'Sitzung',
  Task: 'Aufgabe',
  'Not answered although required: {labels}': 'Nicht beantwortet, obwohl verlangt: {labels}',
  missing: 'fehlt',
  Yes: 'Ja',
  No: 'Nein',
  'Submission {id}': 'Abgabe {id}',
  'This page is out of date. Go back, reload it and try again.':
    'Diese Seite ist veraltet. Gehen Sie zurück, laden Sie sie neu und versuchen Sie es noch einmal.',
  'Only an admin can connect apps.': 'Nur ein Admin kann Apps verbinden.',
  'Other exports are being read, try again soon':
    'Es werden gerade andere Exporte gelesen, versuchen Sie es bald noch einmal',
  'This needs an admin of the account': 'Das kann nur ein Admin des Kontos',
  'Choose Allow or Deny.': 'Wählen Sie Erlauben oder Ablehnen.',
  'This question was answered already, or is too old. Go back to the app and begin there again.':
    'Diese Frage wurde schon beantwortet oder ist zu alt. Gehen Sie zur App zurück und beginnen Sie dort neu.',
  'The second factor is on already.': 'Der zweite Faktor ist schon an.',
  'The request took too long, try again': 'Die Anfrage hat zu lange gedauert, versuchen Sie es noch einmal',
  'You may not do this.': 'Das dürfen Sie nicht.',
  'Something went wrong on our side; try again':
    'Bei uns ist etwas schiefgegangen; versuchen Sie es noch einmal',
  'It does not exist, or not any more.': 'Das gibt es nicht oder nicht mehr.',
  'Too many requests at once. Try again a little later.':
    'Zu viele Anfragen auf einmal. Versuchen Sie es etwas später noch einmal.',
  'What was sent is not valid. Go back and try again.':
    'Das Gesendete ist nicht gültig. Gehen Sie zurück und versuchen Sie es noch einmal.',
} as const;

export const german = { ...pages, ...scopes } as const satisfies Record<string, string>;
