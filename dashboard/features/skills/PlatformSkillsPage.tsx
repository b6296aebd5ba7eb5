import { PLATFORM_SHELF } from './api.ts';
import { SkillList } from './SkillList.tsx';

export function PlatformSkillsPage() {
  return (
    <SkillList
      shelf={PLATFORM_SHELF}
      title="Platform skills"
      about="What bundles are made of. An account can run one once a bundle with it is allocated."
    />
  );
}
