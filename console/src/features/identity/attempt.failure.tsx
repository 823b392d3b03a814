// Why an attempt failed, and the seconds to wait before the next.
import { ErrorBox } from '../../ui/error-box.tsx'
import { t } from './identity.texts.ts'
import type { Attempt } from './use-attempt.ts'

export function AttemptFailure({ failure, secondsLeft }: Pick<Attempt, 'failure' | 'secondsLeft'>) {
  if (failure === null) return null
  return (
    <ErrorBox>
      {failure} {secondsLeft > 0 && t('waitSeconds', { count: secondsLeft })}
    </ErrorBox>
  )
}
