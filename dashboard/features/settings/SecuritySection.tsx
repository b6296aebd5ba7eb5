import { ChangePassword } from './ChangePassword.tsx';
import { SecondFactor } from './SecondFactor.tsx';
import { SignIns } from './SignIns.tsx';

export function SecuritySection() {
  return (
    <>
      <SecondFactor />
      <ChangePassword />
      <SignIns />
    </>
  );
}
