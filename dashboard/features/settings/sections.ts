import type { OperationKey } from '../../api/operations.ts';
import { t, type Label } from '../../language/t.ts';

export type SectionName = 'profile' | 'security' | 'account' | 'data' | 'danger';

type Section = { name: SectionName; label: Label; needs: OperationKey };

/** The sections of the settings, each with the operation that it needs. */
export const SECTIONS: readonly Section[] = [
  { name: 'profile', label: t('Profile'), needs: 'PATCH /own' },
  { name: 'security', label: t('Security'), needs: 'GET /sign-ins' },
  { name: 'account', label: t('Account'), needs: 'PATCH /account' },
  { name: 'data', label: t('Data'), needs: 'POST /account/deletion' },
  { name: 'danger', label: t('Danger zone'), needs: 'POST /account/deletion' },
];
