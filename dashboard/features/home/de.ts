export const texts = {
  '{retrying} being retried': '{retrying} in Wiederholung',
  Activity: 'Aktivität',
  'The chart counts the newest 20,000 completed tasks. Older days have no figure.':
    'Das Diagramm zählt die neuesten 20.000 erledigten Aufgaben. Frühere Tage haben keinen Wert.',
  'Activity per day': 'Aktivität pro Tag',
  '{most} or more tasks are overdue': '{most} oder mehr Aufgaben sind überfällig',
  '{host}: {status}. {recent}': '{host}: {status}. {recent}',
  'Getting started': 'Erste Schritte',
  'Show setup steps': 'Einrichtungsschritte anzeigen',
  '{done} of {count} done': '{done} von {count} erledigt',
  'Hide: {title}': 'Ausblenden: {title}',
  Hide: 'Ausblenden',
  'Hello, {first_name}': 'Hallo, {first_name}',
  'Everything that needs your attention, who is training now, and the last two weeks.':
    'Alles, was Ihre Aufmerksamkeit braucht, wer gerade trainiert, und die letzten zwei Wochen.',
  'Your tasks, your latest sessions, your glasses, and who is training now.':
    'Ihre Aufgaben, Ihre letzten Sitzungen, Ihre Brille und wer gerade trainiert.',
  'Needs attention': 'Handlungsbedarf',
  'All caught up. Nothing needs your attention.': 'Alles erledigt. Nichts braucht Ihre Aufmerksamkeit.',
  'Try the demo': 'Demo ausprobieren',
  'All people and records of this account are invented.':
    'Alle Personen und Datensätze dieses Kontos sind erfunden.',
  'Open a training session': 'Trainingssitzung öffnen',
  'It shows the recording, its procedures and its skill calls.':
    'Sie zeigt die Aufnahme, ihre Abläufe und ihre Skill-Aufrufe.',
  'Search the handbook': 'Im Handbuch suchen',
  'Glasses and agents find the same passages.': 'Brillen und Agenten finden dieselben Textstellen.',
  'Review a procedure': 'Ablauf prüfen',
  'Glasses show a procedure only after you approve it.':
    'Brillen zeigen einen Ablauf, wenn Sie ihn freigegeben haben.',
  'Find the failed deliveries': 'Fehlgeschlagene Zustellungen finden',
  'Send events again that an endpoint missed.':
    'Senden Sie Ereignisse erneut, die ein Endpunkt verpasst hat.',
  'Compare two months': 'Zwei Monate vergleichen',
  'Select a number to see the records behind it.':
    'Wählen Sie eine Zahl, um die Datensätze dahinter zu sehen.',
  'Change the status of a task': 'Status einer Aufgabe ändern',
  'Connected systems receive the change at once.': 'Verbundene Systeme erhalten die Änderung sofort.',
  'Read a procedure': 'Ablauf lesen',
  'Trainers recorded each step with their glasses.':
    'Trainer haben jeden Schritt mit ihrer Brille aufgenommen.',
  'Open a form': 'Formular öffnen',
  'People fill in forms on their glasses.': 'Formulare werden auf der Brille ausgefüllt.',
  'All running sessions': 'Alle laufenden Sitzungen',
  'Training now': 'Aktuelle Trainings',
  'No session is running': 'Keine Sitzung läuft',
  'A person appears here when they start a session on their glasses.':
    'Eine Person erscheint hier, sobald sie auf ihrer Brille eine Sitzung startet.',
  '{person} teaches {session}': '{person} schult: {session}',
  '{person} learns {session}': '{person} lernt: {session}',
  'started {when}': 'begonnen {when}',
  'Recent activity': 'Letzte Aktivität',
  'No activity yet': 'Noch keine Aktivität',
  'Created and completed tasks and ended sessions appear here.':
    'Hier erscheinen erstellte und erledigte Aufgaben und beendete Sitzungen.',
  '{person} created {record}': '{person} hat {record} erstellt',
  '{person} completed {record}': '{person} hat {record} erledigt',
  '{person} ended {record}': '{person} hat {record} beendet',
  'The session {record} of {person} failed': 'Die Sitzung {record} von {person} ist fehlgeschlagen',
  '{count, plural, one {{shown} of your tasks is overdue} other {{shown} of your tasks are overdue}}':
    '{count, plural, one {{shown} Ihrer Aufgaben ist überfällig} other {{shown} Ihrer Aufgaben sind überfällig}}',
  '{device_name}: not paired yet': '{device_name}: noch nicht gekoppelt',
  'All my tasks': 'Alle meine Aufgaben',
  '{open_tasks} open, {overdue_tasks} overdue': '{open_tasks} offen, {overdue_tasks} überfällig',
  '{open_tasks} open': '{open_tasks} offen',
  'My tasks': 'Meine Aufgaben',
  'No open tasks': 'Keine offenen Aufgaben',
  'Tasks that are assigned to you appear here and on your glasses.':
    'Aufgaben, die Ihnen zugewiesen werden, erscheinen hier und auf Ihrer Brille.',
  'All my sessions': 'Alle meine Sitzungen',
  'My latest sessions': 'Meine letzten Sitzungen',
  'Start a session on your glasses. It appears here automatically.':
    'Starten Sie eine Sitzung auf Ihrer Brille. Sie erscheint hier automatisch.',
  'My seats': 'Meine Plätze',
  'My seat': 'Mein Platz',
  'You have no glasses yet': 'Sie haben noch keine Brille',
  'Ask an admin of your account for a seat. Then pair your glasses here.':
    'Bitten Sie einen Admin Ihres Kontos um einen Platz. Danach können Sie Ihre Brille hier koppeln.',
  'You train others with these glasses': 'Sie schulen andere mit dieser Brille',
  'You learn with these glasses': 'Sie lernen mit dieser Brille',
  'Pair my glasses': 'Meine Brille koppeln',
  'not used yet': 'noch nicht benutzt',
  'last used {when}': 'zuletzt benutzt {when}',
  '{open_tasks} open now': '{open_tasks} zurzeit offen',
  'Training minutes': 'Trainingsminuten',
  'Events delivered': 'Ereignisse zugestellt',
  '{failed} failed': '{failed} fehlgeschlagen',
  '{errors} with errors': '{errors} mit Fehlern',
  'Invite people': 'Personen einladen',
  'Invite people one by one or paste a list.':
    'Laden Sie Personen einzeln ein oder fügen Sie eine Liste ein.',
  'Create a seat': 'Platz erstellen',
  'Each pair of glasses needs a seat.': 'Jede Brille braucht einen Platz.',
  'Pair the glasses': 'Brille koppeln',
  'Pair the glasses with a code. The wearer can do this too.':
    'Koppeln Sie die Brille mit einem Code. Das kann auch die Person, die sie trägt.',
  'See a first session': 'Erste Sitzung ansehen',
  'The first session appears when a training starts on the glasses.':
    'Die erste Sitzung erscheint, sobald auf der Brille ein Training beginnt.',
  'Grant only the scopes that your program needs.':
    'Vergeben Sie nur die Berechtigungen, die Ihr Programm braucht.',
  'Send a first request': 'Erste Anfrage senden',
  'Copy an example from the API reference.': 'Kopieren Sie ein Beispiel aus der API-Referenz.',
  'Add a webhook endpoint': 'Webhook-Endpunkt hinzufügen',
  'Your system receives events as they happen.': 'Ihr System erhält Ereignisse, sobald sie eintreten.',
  'Send a test event to your endpoint.': 'Senden Sie ein Testereignis an Ihren Endpunkt.',
  'Available when you have an endpoint.': 'Verfügbar, sobald ein Endpunkt vorhanden ist.',
  'Receive a first event': 'Erstes Ereignis empfangen',
  Queue: 'Warteschlange',
  'Oldest due job': 'Ältester fälliger Auftrag',
  'Work for the staff, and the state of the installation.':
    'Aufgaben für das Team und der Zustand der Installation.',
  'API calls of all accounts': 'API-Aufrufe aller Konten',
  '{calls} in 14 days, {errors} with errors': '{calls} in 14 Tagen, davon {errors} mit Fehlern',
  'Apps awaiting review': 'Apps warten auf Prüfung',
  'the oldest {when}': 'die älteste {when}',
  'Waiting in queues': 'In Warteschlangen',
  '{due} due now': '{due} jetzt fällig',
  'Undelivered emails, 7 days': 'Nicht zugestellte E-Mails, 7 Tage',
  '{suspended} suspended': '{suspended} gesperrt',
  '{fresh} new': '{fresh} neu',
  'The latest backup was created {when}.': 'Die letzte Sicherung wurde {when} erstellt.',
  'There is no backup yet.': 'Es gibt noch keine Sicherung.',
  'The last attempt failed: {reason}': 'Der letzte Versuch ist fehlgeschlagen: {reason}',
  delayed: 'verzögert',
  '{overdue_tasks, plural, one {# task is overdue} other {# tasks are overdue}}':
    '{overdue_tasks, plural, one {# Aufgabe ist überfällig} other {# Aufgaben sind überfällig}}',
  'The training app rejected {failed_deletions, plural, one {{shown} session deletion} other {{shown} session deletions}}':
    'Die Trainings-App hat {failed_deletions, plural, one {{shown} Löschanfrage} other {{shown} Löschanfragen}} abgelehnt',
  '{queued_deletions, plural, one {{shown} deletion waits for the training app} other {{shown} deletions wait for the training app}}':
    '{queued_deletions, plural, one {{shown} Löschung wartet auf die Trainings-App} other {{shown} Löschungen warten auf die Trainings-App}}',
  '{expiring_invitations, plural, one {# invitation expires within two days} other {# invitations expire within two days}}':
    '{expiring_invitations, plural, one {# Einladung läuft innerhalb von zwei Tagen ab} other {# Einladungen laufen innerhalb von zwei Tagen ab}}',
  '{ending_keys, plural, one {# API key expires within seven days} other {# API keys expire within seven days}}':
    '{ending_keys, plural, one {# API-Schlüssel läuft innerhalb von sieben Tagen ab} other {# API-Schlüssel laufen innerhalb von sieben Tagen ab}}',
  '{pending_procedures, plural, one {{shown} procedure waits for review} other {{shown} procedures wait for review}}':
    '{pending_procedures, plural, one {{shown} Ablauf wartet auf Prüfung} other {{shown} Abläufe warten auf Prüfung}}',
  '{running_sessions, plural, one {# running} other {# running}}':
    '{running_sessions, plural, one {# läuft} other {# laufen}}',
  '{lost_mails, plural, one {# email} other {# emails}} could not be delivered':
    '{lost_mails, plural, one {# E-Mail} other {# E-Mails}} nicht zugestellt',
  '{failing_endpoints, plural, one {# customer endpoint is failing} other {# customer endpoints are failing}}':
    '{failing_endpoints, plural, one {# Endpunkt von Kunden ist gestört} other {# Endpunkte von Kunden sind gestört}}',
  '{waiting, plural, one {# app} other {# apps}} awaiting review':
    '{waiting, plural, one {# App} other {# Apps}} zur Prüfung',
} as const;
