import { PLATFORM_SKILLS } from './api.ts';
import { SkillList } from './SkillList.tsx';
import { t } from '../../language/t.ts';

export function PlatformSkillsPage() {
  return (
    <SkillList
      path={PLATFORM_SKILLS}
      title={t('Platform skills')}
      about={t('What bundles are made of. An account can run one once a bundle with it is allocated.')}
    />
  );
}
