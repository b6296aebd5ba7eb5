import { Appearance } from './Appearance.tsx';
import { ChangeEmailAddress } from './ChangeEmailAddress.tsx';
import { Profile } from './Profile.tsx';

export function ProfileSection() {
  return (
    <>
      <Profile />
      <Appearance />
      <ChangeEmailAddress />
    </>
  );
}
