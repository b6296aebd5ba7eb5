import { PLATFORM_SKILLS_PATH } from './api.ts';
import { SkillList } from './SkillList.tsx';
import { t } from '../../language/t.ts';

export function PlatformSkillsPage() {
  return (
    <SkillList
      path={PLATFORM_SKILLS_PATH}
      title={t('Platform skills')}
      about={t('Skills for bundles. Accounts can run a skill when a bundle with it is allocated to them.')}
    />
  );
}
