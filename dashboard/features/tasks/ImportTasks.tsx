import { ImportDialog } from '../../components/import/ImportDialog.tsx';
import { TASK_IMPORT } from './taskImport.ts';

export function ImportTasks({ onClose }: { onClose: () => void }) {
  return <ImportDialog list={TASK_IMPORT} onClose={onClose} />;
}
