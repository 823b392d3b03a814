// The body of one message where it is read: its text whole, or its beginning when it is long, and what is not shown
// of it. Guarantees that nothing in it is markup, a link or an instruction to the browser.
import { useId, useState } from 'react'
import { beginningOf, hiddenCount } from '../lib/shown-text.ts'
import { Button } from './button.tsx'
import { CodeText } from './code-text.tsx'
import { t } from './message-body.texts.ts'

type MessageBodyProps = { content: string | null; masked: boolean; contentDropped: boolean; segments: number }

function Text({ content }: { content: string }) {
  const id = useId()
  const [isWhole, setWhole] = useState(false)
  const beginning = beginningOf(content)
  const hidden = hiddenCount(content)
  return (
    <>
      <p id={id} className="text-[0.9375rem] leading-relaxed wrap-anywhere whitespace-pre-wrap">
        <CodeText text={isWhole || beginning === null ? content : beginning} />
        {!isWhole && beginning !== null && <span aria-hidden="true">…</span>}
      </p>
      {beginning !== null && (
        <Button
          size="small"
          className="mt-2"
          aria-expanded={isWhole}
          aria-controls={id}
          onClick={() => setWhole(!isWhole)}
        >
          {isWhole ? t('showLess') : t('showAll', { count: Array.from(content).length })}
        </Button>
      )}
      {hidden > 0 && <p className="mt-2 text-xs text-warn">{t('left', { count: hidden })}</p>}
    </>
  )
}

export function MessageBody({ content, masked, contentDropped, segments }: MessageBodyProps) {
  if (contentDropped) return <p className="text-sm text-ink-soft italic">{t('dropped')}</p>
  if (content === null) return <p className="text-sm text-ink-soft italic">{t('binary', { count: segments })}</p>
  if (content === '') return <p className="text-sm text-ink-soft italic">{t('empty')}</p>
  if (!masked) return <Text content={content} />
  return (
    <p className="text-[0.9375rem] leading-relaxed wrap-anywhere whitespace-pre-wrap">
      <span aria-hidden="true" className="tracking-wider text-ink-faint">
        {beginningOf(content) ?? content}
      </span>
      <span className="sr-only">{t('hidden')}</span>
    </p>
  )
}
