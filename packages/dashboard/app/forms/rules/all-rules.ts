// Every section of an app's rules: who gets in, what is refused, and what is done to the rest.
import { AddressRules } from './address-rules.tsx'
import { BalanceRules } from './balance-rules.tsx'
import { FirewallRules } from './firewall-rules.tsx'
import { HeaderRules } from './header-rules.tsx'
import { LimitRules } from './limit-rules.tsx'
import { RateRules } from './rate-rules.tsx'
import { SignInRules } from './sign-in-rules.tsx'

export const allRules = {
  rate: RateRules,
  addresses: AddressRules,
  firewall: FirewallRules,
  signIn: SignInRules,
  headers: HeaderRules,
  balance: BalanceRules,
  limits: LimitRules,
}
