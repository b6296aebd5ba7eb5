export const texts = {
  'Sign in again, then send the form again. Your input stays here.':
    'Melden Sie sich wieder an und senden Sie das Formular dann noch einmal. Ihre Eingaben bleiben erhalten.',
  'Try again later. Your input stays here and is saved only once.':
    'Versuchen Sie es später noch einmal. Ihre Eingaben bleiben erhalten und werden nur einmal gespeichert.',
  'Try again later. Your input stays here.':
    'Versuchen Sie es später noch einmal. Ihre Eingaben bleiben erhalten.',
  'Your input is kept as a draft on this device.': 'Ihre Eingaben bleiben als Entwurf auf diesem Gerät.',
} as const;
