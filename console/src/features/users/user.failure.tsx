// A failure in its place. A fault of the platform carries the id of its request, since its sentence asks people to
// quote it; a refusal explains itself.
import type { ReactNode } from 'react'
import { ApiError } from '../../lib/api.ts'
import { ErrorBox } from '../../ui/error-box.tsx'

type FailureBoxProps = {
  error: Error
  onRetry?: () => void
  retrying?: boolean
  className?: string
  /** In place of the error's own sentence. */
  children?: ReactNode
}

export function FailureBox({ error, children, ...rest }: FailureBoxProps) {
  const requestId = error instanceof ApiError && error.status >= 500 ? error.requestId : null
  return (
    <ErrorBox requestId={requestId} {...rest}>
      {children ?? error.message}
    </ErrorBox>
  )
}
