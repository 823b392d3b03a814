// Tells the account which language was chosen before signing in. Nothing is shown: the page is in it already.
import { useEffect } from 'react'
import { language } from '../../i18n/language.ts'
import { call } from '../../lib/api.ts'
import { takeChosenBeforeSignIn } from '../../lib/language.ts'

export function KeepLanguage() {
  useEffect(() => {
    // Where the server cannot be told, this browser speaks it all the same.
    if (takeChosenBeforeSignIn()) void call('account.choose-language', { body: { language } }).catch(() => undefined)
  }, [])
  return null
}
