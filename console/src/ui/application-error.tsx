// What is left when the interface fails: what happened, a way on, and the error's own words for whoever mends it.
import { OctagonAlert } from 'lucide-react'
import { Button } from './button.tsx'

export function ApplicationError({ error }: { error: unknown }) {
  const text = error instanceof Error ? `${error.name}: ${error.message}` : String(error)
  return (
    <div
      role="alert"
      className="mx-auto flex min-h-[60dvh] w-full max-w-lg flex-col items-center justify-center px-6 py-16 text-center"
    >
      <span
        className="mb-5 inline-flex size-12 items-center justify-center rounded-2xl bg-bad-soft text-bad"
        aria-hidden="true"
      >
        <OctagonAlert className="size-6" />
      </span>
      <h1 className="text-lg font-semibold">Application Error</h1>
      <p className="mt-1.5 text-sm text-ink-soft">Something went wrong. Please check the console for more details.</p>
      <Button variant="primary" className="mt-6" onClick={() => location.reload()}>
        Reload Page
      </Button>
      <details className="mt-6 w-full rounded-lg border border-line bg-surface text-start">
        <summary className="px-4 py-2.5 text-sm font-medium text-ink-soft hover:text-ink">Error Details</summary>
        <pre className="overflow-x-auto border-t border-line px-4 py-3 font-mono text-xs whitespace-pre-wrap" dir="ltr">
          {text}
        </pre>
      </details>
    </div>
  )
}
