// A page that failed, inside a shell that has not: the menu still works, and leaving the page clears the failure.
import type { ErrorComponentProps } from '@tanstack/react-router'
import { ApplicationError } from '../../ui/application-error.tsx'

export function RouteError({ error }: ErrorComponentProps) {
  return <ApplicationError error={error} />
}
