export const texts = {
  'the Tenant Ops staff team': 'Tenant Ops (Team der Plattform)',
} as const;
