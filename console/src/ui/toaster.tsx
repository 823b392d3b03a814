// Where results of actions appear for a moment. Loaded with the first of them; failures of a form are shown in the
// form, not here.
import { useEffect } from 'react'
import { Toaster as Primitive } from 'sonner'
import { cx } from './class-names.ts'
import { offerPlace } from './toast.ts'

export function Toaster() {
  useEffect(offerPlace, [])
  return (
    <Primitive
      className="font-sans!"
      position="bottom-right"
      theme="system"
      offset={16}
      mobileOffset={12}
      gap={8}
      toastOptions={{
        unstyled: true,
        classNames: {
          toast: cx(
            'flex w-full items-center gap-3 rounded-xl border border-line bg-raised px-4 py-3 text-sm',
            'text-ink shadow-float [&_svg]:size-4',
          ),
          content: 'min-w-0 flex-1',
          title: 'font-medium',
          description: 'mt-0.5 text-ink-soft',
          actionButton: 'rounded-md px-2 py-1 font-medium text-accent-ink hover:bg-hover',
          success: '[&_[data-icon]]:text-good',
          error: '[&_[data-icon]]:text-bad',
        },
      }}
    />
  )
}
