// What has to be done before anything else: show the second factor, replace a password that somebody else set, or set
// a second factor up. For whoever just signed in it is the page; over a screen that was open already it is a layer, so
// that what was typed below is still there afterwards.
import { Dialog } from 'radix-ui'
import { useEffect, type ReactNode } from 'react'
import { signOut, useSignedInUser } from '../../lib/auth.ts'
import { queryClient } from '../../lib/query-client.ts'
import type { Duty } from '../../lib/signed-in-user.ts'
import { productName } from '../../lib/product.ts'
import { Button } from '../../ui/button.tsx'
import { cx } from '../../ui/class-names.ts'
import { EntranceCard, EntranceFrame, EntranceHead } from './entrance.frame.tsx'
import { FactorEnrolment } from './factor.enrolment.tsx'
import { t } from './identity.texts.ts'
import { NewPasswordForm } from './new-password.form.tsx'
import { SecondFactorForm } from './second-factor.form.tsx'
import { t as tFactor } from './second-factor.texts.ts'

type DutyPageProps = {
  duty: Duty
  isLayer: boolean
  /** Keeps the page although the duty is done, until there is nothing left to read on it. */
  onHold: (isHeld: boolean) => void
}

function titleOf(duty: Duty): string {
  if (duty === 'new_password') return t('newTitle')
  return tFactor(duty === 'second_factor' ? 'title' : 'enrolTitle')
}

function hintOf(duty: Duty, name: string): string {
  if (duty === 'new_password') return t('newHint')
  return duty === 'second_factor' ? tFactor('hint', { name }) : tFactor('enrolHint')
}

function Leave() {
  return (
    <Button variant="quiet" className="w-full" onClick={() => void signOut()}>
      {t('backToSignIn')}
    </Button>
  )
}

function DutyForm({ duty, onHold }: Pick<DutyPageProps, 'duty' | 'onHold'>) {
  if (duty === 'second_factor') return <SecondFactorForm />
  if (duty === 'second_factor_enrolment') return <FactorEnrolment onHold={onHold} />
  return <NewPasswordForm takesFocus asksCurrent submit={t('save')} onDone={() => undefined} />
}

/** Over the whole window, with the focus kept inside; nothing closes it but what it asks for, or leaving. */
function Layer({ title, children }: { title: string; children: ReactNode }) {
  return (
    <Dialog.Root open>
      <Dialog.Portal>
        <Dialog.Content
          aria-describedby={undefined}
          onEscapeKeyDown={(event) => event.preventDefault()}
          onPointerDownOutside={(event) => event.preventDefault()}
          className={cx('fixed inset-0 z-[60] overflow-y-auto bg-canvas outline-none')}
        >
          <Dialog.Title className="sr-only">{title}</Dialog.Title>
          {children}
        </Dialog.Content>
      </Dialog.Portal>
    </Dialog.Root>
  )
}

export function DutyPage({ duty, isLayer, onHold }: DutyPageProps) {
  const { username } = useSignedInUser()
  const title = titleOf(duty)
  useEffect(() => {
    const former = document.title
    document.title = `${title} · ${productName()}`
    return () => {
      document.title = former
    }
  }, [title])
  // What was refused because of the duty is asked for again once it is done.
  useEffect(() => () => void queryClient.invalidateQueries(), [])
  const content = (
    <>
      <EntranceHead title={title} hint={hintOf(duty, username)} />
      <DutyForm duty={duty} onHold={onHold} />
      <div className="mt-3">
        <Leave />
      </div>
    </>
  )
  if (!isLayer) return <EntranceFrame>{content}</EntranceFrame>
  return (
    <Layer title={title}>
      <EntranceCard>{content}</EntranceCard>
    </Layer>
  )
}
