export const texts = {
  'The dashboard needs JavaScript.': 'Das Dashboard braucht JavaScript.',
  'Sign-in and second factor work without it.': 'Anmeldung und zweiter Faktor gehen auch ohne.',
} as const;
