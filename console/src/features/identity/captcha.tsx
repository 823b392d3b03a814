// The captcha that the settings name, if any: its provider's own script, loaded when it is shown first. A token is good
// once, so another one is asked for after each attempt.
import { useEffect, useRef, useState } from 'react'
import { ErrorBox } from '../../ui/error-box.tsx'
import { t } from './identity.texts.ts'
import { useCaptchaSettings } from './use-public-settings.ts'

type Provider = 'turnstile' | 'hcaptcha'
type Options = {
  sitekey: string
  callback: (token: string) => void
  'expired-callback': () => void
}
/** What both providers' scripts put on the window, under their own name. */
type CaptchaApi = { render: (place: HTMLElement, options: Options) => unknown }

const scripts: Record<Provider, string> = {
  turnstile: 'https://challenges.cloudflare.com/turnstile/v0/api.js?render=explicit',
  hcaptcha: 'https://js.hcaptcha.com/1/api.js?render=explicit',
}
const loading = new Map<Provider, Promise<CaptchaApi>>()

function apiOf(provider: Provider): CaptchaApi | undefined {
  return (globalThis as Partial<Record<Provider, CaptchaApi>>)[provider]
}

function load(provider: Provider): Promise<CaptchaApi> {
  const begun = loading.get(provider)
  if (begun !== undefined) return begun
  const loaded = new Promise<CaptchaApi>((resolve, reject) => {
    const script = document.createElement('script')
    script.src = scripts[provider]
    script.async = true
    const fail = () => {
      loading.delete(provider)
      reject(new Error('The captcha did not load.'))
    }
    script.addEventListener('error', fail)
    script.addEventListener('load', () => {
      const api = apiOf(provider)
      if (api === undefined) fail()
      else resolve(api)
    })
    document.head.append(script)
  })
  loading.set(provider, loaded)
  return loaded
}

type CaptchaProps = {
  /** A token, or undefined once it is over. */
  onToken: (token: string | undefined) => void
  /** Another value asks for another token. */
  attempt: number
}

function Widget({
  provider,
  siteKey,
  onToken,
}: {
  provider: Provider
  siteKey: string
  onToken: CaptchaProps['onToken']
}) {
  const place = useRef<HTMLDivElement>(null)
  const [hasFailed, setFailed] = useState(false)
  useEffect(() => {
    let isWanted = true
    const host = place.current
    load(provider)
      .then((api) => {
        if (!isWanted || host === null) return
        // The providers fill an element once, so each gets a fresh one.
        const element = document.createElement('div')
        host.replaceChildren(element)
        api.render(element, { sitekey: siteKey, callback: onToken, 'expired-callback': () => onToken(undefined) })
      })
      .catch(() => isWanted && setFailed(true))
    return () => {
      isWanted = false
      host?.replaceChildren()
    }
  }, [provider, siteKey, onToken])
  return (
    <>
      <div ref={place} className="flex min-h-16.5 justify-center" />
      {hasFailed && <ErrorBox>{t('captchaFailed')}</ErrorBox>}
    </>
  )
}

/** Nothing where the settings name no captcha. */
export function Captcha({ onToken, attempt }: CaptchaProps) {
  const captcha = useCaptchaSettings()
  if (captcha === null) return null
  return <Widget key={attempt} provider={captcha.provider} siteKey={captcha.siteKey} onToken={onToken} />
}
