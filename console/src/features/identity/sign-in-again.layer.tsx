// Lies over the screen of somebody whose session has ended by itself, and asks them to sign in again. What they were
// filling in stays below and is there afterwards; when somebody else signs in it is dropped, and they are told.
import { Dialog } from 'radix-ui'
import { useEffect } from 'react'
import { authState, dropFormer } from '../../lib/auth.ts'
import type { SignedInUser } from '../../lib/signed-in-user.ts'
import { productName } from '../../lib/product.ts'
import { Button } from '../../ui/button.tsx'
import { notify } from '../../ui/toast.ts'
import { EntranceCard, EntranceHead } from './entrance.frame.tsx'
import { t } from './identity.texts.ts'
import { SignInForm } from './sign-in.page.tsx'

/** The place of notices comes with the first quiet moment of the next person's screen. */
const NOTICE_AFTER_MS = 3_500

export function SignInAgain({ user }: { user: SignedInUser }) {
  useEffect(() => {
    const former = document.title
    document.title = `${t('againTitle')} · ${productName()}`
    return () => {
      document.title = former
    }
  }, [])
  useEffect(
    () => () => {
      const now = authState()
      if (now.kind !== 'signed-in' || now.user.id === user.id) return
      setTimeout(() => notify(t('againDropped', { name: user.username }), { tone: 'bad' }), NOTICE_AFTER_MS)
    },
    [user],
  )
  return (
    <Dialog.Root open>
      <Dialog.Portal>
        <Dialog.Content
          aria-describedby={undefined}
          onEscapeKeyDown={(event) => event.preventDefault()}
          onPointerDownOutside={(event) => event.preventDefault()}
          // Only now has the dialog below let go of the focus. The name is known; the password is what is missing.
          onOpenAutoFocus={(event) => {
            event.preventDefault()
            if (event.target instanceof Element) event.target.querySelector<HTMLElement>('[type=password]')?.focus()
          }}
          className="fixed inset-0 z-[60] overflow-y-auto bg-canvas outline-none"
        >
          <Dialog.Title className="sr-only">{t('againTitle')}</Dialog.Title>
          <EntranceCard>
            <EntranceHead title={t('againTitle')} hint={t('againHint', { name: user.username })} />
            <SignInForm known={user.username} />
            <div className="mt-3">
              <Button variant="quiet" size="small" className="w-full whitespace-normal" onClick={dropFormer}>
                {t('againOther')}
              </Button>
            </div>
          </EntranceCard>
        </Dialog.Content>
      </Dialog.Portal>
    </Dialog.Root>
  )
}
