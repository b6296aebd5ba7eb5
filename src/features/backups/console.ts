import { serve } from '../../doors/signIn.ts';
import { backupsApi } from './contract.ts';
import { readBackups } from './overview.ts';

export const backupsConsole = serve(backupsApi, {
  'GET /staff/backups': (staff) => readBackups(staff),
});
