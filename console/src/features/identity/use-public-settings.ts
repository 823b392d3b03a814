// What the platform says about itself to everybody: the password policy, the ways in, whether mail is sent. Until it
// is known, what it would add is not shown, so that nobody waits for it.
import { lengthMinDefault } from './new-password.rules.ts'

export function usePasswordLengthMin(): number {
  return lengthMinDefault
}

export function useMailIsSent(): boolean {
  return false
}

export function usePhoneFactors(): boolean {
  return false
}

export function useIdentityProviders(): readonly { id: string; name: string }[] {
  return []
}
