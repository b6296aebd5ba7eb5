export const texts = {
  'Tenant Ops, operations for training with AR glasses': 'Tenant Ops: Training mit AR-Brillen verwalten',
} as const;
