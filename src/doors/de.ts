export const texts = {
  'Tenant Ops, operations for training with AR glasses':
    'Tenant Ops, Betrieb für das Training mit AR-Brillen',
} as const;
