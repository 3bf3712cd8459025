// The password and the second factor.
import { Section } from '../components/section.tsx'
import { TwoFactor } from '../components/two-factor.tsx'
import { PasswordChange } from '../forms/password-change.tsx'

export function AccountSecurity() {
  return (
    <>
      <Section title="Password" about="When it changes, your other sessions end. Tokens go on working.">
        <PasswordChange />
      </Section>
      <Section
        title="Second factor"
        about="A code from an app on your phone, asked after the password. Whoever learns the password alone cannot sign in."
      >
        <TwoFactor />
      </Section>
    </>
  )
}
