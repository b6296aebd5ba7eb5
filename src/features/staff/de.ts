export const texts = {
  'the Tenant Ops staff team': 'dem Team von Tenant Ops',
} as const;
