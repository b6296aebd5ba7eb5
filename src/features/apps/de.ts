export const texts = {
  '{app} was approved': '{app} wurde freigegeben',
  '{app} needs changes': '{app} braucht Änderungen',
  '{app} was suspended': '{app} wurde gesperrt',
  '{app} was reinstated': '{app} wurde wieder zugelassen',
  'Your app {app} was approved. All customers can connect it now.':
    'Ihre App {app} wurde freigegeben. Alle Kunden können sie jetzt verbinden.',
  'Your app {app} was returned from review. Its status is unchanged, and you can submit it again.':
    'Ihre App {app} wurde von der Prüfung zurückgegeben. Der Status der App ist unverändert, und Sie können sie erneut einreichen.',
  'Your app {app} was suspended. Its tokens no longer work, and customers cannot connect it.':
    'Ihre App {app} wurde gesperrt. Die Token der App funktionieren nicht mehr, und Kunden können sie nicht verbinden.',
  'Your app {app} was reinstated. All customers can connect it. Customers who had connected it must allow it again.':
    'Ihre App {app} wurde wieder zugelassen. Alle Kunden können sie verbinden. Kunden, die sie verbunden hatten, müssen sie erneut erlauben.',
  'Open the dashboard': 'Dashboard öffnen',
  'You receive this email because you manage this app at Tenant Ops.':
    'Sie erhalten diese E-Mail, weil Sie diese App bei Tenant Ops verwalten.',
} as const;
