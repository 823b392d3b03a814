// The frame of the pages before the shell: the mark, the name, one card.
import type { ReactNode } from 'react'
import { defaultTagline, useProductName, useTagline } from '../../lib/product.ts'
import { useFocusKept } from '../../ui/focus-return.ts'
import { BrandMark } from '../shell/brand.tsx'
import { t } from './identity.texts.ts'
import { LanguageChoice } from './language.choice.tsx'

/** The card with what stands around it, for a place that is a page already. */
export function EntranceCard({ children, below }: { children: ReactNode; below?: ReactNode }) {
  const line = useTagline()
  return (
    // From the top, not centred: what is known only later (providers, a captcha) must not move what somebody reaches
    // for.
    <div className="relative flex min-h-dvh flex-col items-center overflow-hidden px-4 pt-[max(2.5rem,16dvh)] pb-10">
      <div aria-hidden="true" className="glow pointer-events-none absolute inset-x-0 top-0 h-112" />
      <div className="relative w-full max-w-94">
        <div className="mb-7 flex flex-col items-center text-center">
          <BrandMark className="size-12" />
          <h1 className="mt-4 text-xl font-semibold tracking-tight">{useProductName()}</h1>
          <p className="mt-0.5 text-sm text-ink-soft">{line === defaultTagline ? t('tagline') : line}</p>
        </div>
        <div className="rounded-2xl border border-line bg-surface p-6 shadow-float">{children}</div>
        {below}
      </div>
    </div>
  )
}

export function EntranceFrame({ children }: { children: ReactNode }) {
  useFocusKept()
  return (
    <main id="main" tabIndex={-1} className="outline-none">
      <EntranceCard below={<LanguageChoice />}>{children}</EntranceCard>
    </main>
  )
}

/** The head of such a page: what is to be done here, and why. */
export function EntranceHead({ title, hint }: { title: string; hint?: string }) {
  return (
    <div className="mb-5">
      <h2 className="text-base font-semibold">{title}</h2>
      {hint !== undefined && <p className="mt-1 text-sm text-pretty text-ink-soft">{hint}</p>}
    </div>
  )
}
