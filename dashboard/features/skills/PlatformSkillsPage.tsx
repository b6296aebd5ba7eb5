import { PLATFORM_SKILLS } from './api.ts';
import { SkillList } from './SkillList.tsx';

export function PlatformSkillsPage() {
  return (
    <SkillList
      path={PLATFORM_SKILLS}
      title="Platform skills"
      about="What bundles are made of. An account can run one once a bundle with it is allocated."
    />
  );
}
