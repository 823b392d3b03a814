// What the platform says about itself to everybody: the password policy, the ways in, whether mail is sent. Until it
// is known, what it would add is not shown, so that nobody waits for it.
import { useQuery } from '@tanstack/react-query'
import { read } from '../../lib/query.ts'
import { lengthMinDefault } from './new-password.rules.ts'

const freshForMs = 60_000

function usePublicSettings() {
  return useQuery({ ...read('settings.public', {}), staleTime: freshForMs }).data
}

export function usePasswordLengthMin(): number {
  return usePublicSettings()?.passwordLengthMin ?? lengthMinDefault
}

/** Undefined until it is known. */
export function useMailIsSent(): boolean | undefined {
  return usePublicSettings()?.mailIsSent
}

export function usePhoneFactors(): boolean {
  return usePublicSettings()?.phoneFactors ?? false
}

/** Who asks visitors to prove that they are people; null when nobody does. */
export function useCaptchaSettings() {
  return usePublicSettings()?.captcha ?? null
}

/** The services whose identities open a session, by name. Undefined until it is known; none where nobody can tell. */
export function useIdentityProviders(): readonly { id: string; name: string }[] | undefined {
  const { data, error } = useQuery({ ...read('identity-providers.enabled', {}), staleTime: freshForMs })
  return data?.items ?? (error === null ? undefined : [])
}
