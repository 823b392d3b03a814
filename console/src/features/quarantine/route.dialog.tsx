// The decision to route: to which range, whose it is and at which rate, with or without earnings. What happens is shown
// before, with its money, and exactly that is sent with the decision; when it is not so any more the server refuses and
// it is shown anew.
import { useMutation, useQuery } from '@tanstack/react-query'
import { useDeferredValue, useState } from 'react'
import { call, type CallInput } from '../../lib/api.ts'
import { formatMoney } from '../../lib/format.ts'
import { outdate, read, readKeeping } from '../../lib/query.ts'
import { Button } from '../../ui/button.tsx'
import { cx } from '../../ui/class-names.ts'
import { Dialog } from '../../ui/dialog.tsx'
import { ErrorBox } from '../../ui/error-box.tsx'
import { Field } from '../../ui/field.tsx'
import { Checkbox, SearchInput, Select } from '../../ui/input.tsx'
import { Segments } from '../../ui/segments.tsx'
import { SkeletonRows } from '../../ui/skeleton.tsx'
import { notify } from '../../ui/toast.ts'
import { PlanView, type RoutePlan } from './route-plan.tsx'
import { t } from './route.texts.ts'
import { outdateQuarantine } from './use-decision.ts'

/** What the decision is about. */
export type Which = { ids: string[] } | { filter: NonNullable<CallInput<'quarantine.preview-route'>['body']['filter']> }
type Choice = { target: 'match' | 'chosen'; rangeId: string; as: 'received' | 'now'; withEarnings: boolean }
type ChoiceProps = { choice: Choice; onChoice: (change: Partial<Choice>) => void }

const optionsMax = 50

type Option = { value: string; label: string }

/** What was chosen stays in the list, whatever is searched for next: it is what will be decided. */
function withChosen(options: readonly Option[], chosen: Option | null): readonly Option[] {
  return chosen === null || options.some(({ value }) => value === chosen.value) ? options : [chosen, ...options]
}

function RangeChoice({ choice, onChoice }: ChoiceProps) {
  const [search, setSearch] = useState('')
  const asked = useDeferredValue(search.trim())
  const [chosen, setChosen] = useState<Option | null>(null)
  const ranges = useQuery(
    readKeeping('ranges.list', { query: { limit: optionsMax, ...(asked === '' ? {} : { search: asked }) } }),
  )
  const options = (ranges.data?.items ?? []).map(({ id, name, prefix, startNumber, endNumber }) => ({
    value: id,
    label: `${name} · +${prefix}${startNumber} – +${prefix}${endNumber}`,
  }))
  return (
    <Field label={t('chosenRange')} hint={t('chosenHint')} error={ranges.error?.message}>
      {(tie) => (
        <span className="flex flex-col gap-2">
          <SearchInput
            label={t('searchRange')}
            value={search}
            onChange={(event) => setSearch(event.currentTarget.value)}
          />
          <Select
            {...tie}
            wrapperClassName="w-full"
            className="w-full"
            value={choice.rangeId}
            options={[{ value: '', label: t('chooseRange') }, ...withChosen(options, chosen)]}
            onChange={({ currentTarget: { value } }) => {
              setChosen(withChosen(options, chosen).find((option) => option.value === value) ?? null)
              onChoice({ rangeId: value })
            }}
          />
        </span>
      )}
    </Field>
  )
}

function Choices({ choice, onChoice }: ChoiceProps) {
  return (
    <div className="flex flex-col gap-4">
      <div className="flex flex-col gap-1.5">
        <span className="text-[0.8125rem] font-medium">{t('target')}</span>
        <span>
          <Segments
            label={t('target')}
            value={choice.target}
            options={[
              { value: 'match', label: t('targetMatch') },
              { value: 'chosen', label: t('targetChosen') },
            ]}
            onChange={(target) => onChoice({ target, rangeId: '' })}
          />
        </span>
      </div>
      {choice.target === 'chosen' && <RangeChoice choice={choice} onChoice={onChoice} />}
      <div className="flex flex-col gap-1.5">
        <span className="text-[0.8125rem] font-medium">{t('as')}</span>
        <span>
          <Segments
            label={t('as')}
            value={choice.as}
            options={[
              { value: 'received', label: t('asReceived') },
              { value: 'now', label: t('asNow') },
            ]}
            onChange={(as) => onChoice({ as })}
          />
        </span>
        <span className="text-xs text-ink-soft">{t(choice.as === 'now' ? 'asNowHint' : 'asReceivedHint')}</span>
      </div>
      <div>
        <Checkbox
          checked={choice.withEarnings}
          onChange={({ currentTarget: { checked } }) => onChoice({ withEarnings: checked })}
        >
          {t('withEarnings')}
        </Checkbox>
        <p className="ms-7 text-xs text-ink-soft">{t('withEarningsHint')}</p>
      </div>
    </div>
  )
}

function useRouting(which: Which, choice: Choice, onDone: () => void) {
  const { target, rangeId, as, withEarnings } = choice
  const body = { ...which, as, withEarnings, ...(target === 'chosen' ? { rangeId } : {}) }
  const plan = useQuery({
    ...read('quarantine.preview-route', { body }),
    enabled: target === 'match' || rangeId !== '',
    staleTime: 0,
  })
  const routing = useMutation({
    mutationFn: ({ messages, earned }: RoutePlan) =>
      call('quarantine.route', { body: { ...body, expected: { messages, earned } } }),
    onSuccess: ({ messages, earned }) => {
      void outdateQuarantine()
      void outdate('messages.list', 'ranges.list', 'test-numbers.messages')
      notify(t('done', { count: messages }), { description: t('doneEarned', { amount: formatMoney(earned) }) })
      onDone()
    },
    // What was shown is not so any more: it is shown anew below the refusal.
    onError: () => void plan.refetch(),
  })
  return { plan, routing }
}

type RouteDialogProps = { which: Which; onClose: () => void; onRouted: () => void }

export function RouteDialog({ which, onClose, onRouted }: RouteDialogProps) {
  const [choice, setChoice] = useState<Choice>({ target: 'match', rangeId: '', as: 'received', withEarnings: true })
  const { plan, routing } = useRouting(which, choice, onRouted)
  const { data, error, isFetching, refetch } = plan
  const messages = data?.messages ?? 0
  const isAsked = choice.target === 'match' || choice.rangeId !== ''
  const confirm = () => data !== undefined && routing.mutate(data)
  return (
    <Dialog
      size="large"
      title={t('title')}
      description={t('description')}
      keepOnOutsideClick
      onClose={onClose}
      footer={
        <>
          <Button onClick={onClose}>{t('cancel')}</Button>
          <Button
            variant="primary"
            disabled={messages === 0 || isFetching || !isAsked}
            busy={routing.isPending}
            onClick={confirm}
          >
            {routing.isPending
              ? t('routing')
              : messages === 0
                ? t('confirmNothing')
                : t('confirm', { count: messages })}
          </Button>
        </>
      }
    >
      <div className="flex flex-col gap-5">
        <Choices choice={choice} onChoice={(change) => setChoice({ ...choice, ...change })} />
        {isAsked && (
          <section aria-labelledby="route-preview" aria-live="polite" aria-busy={isFetching}>
            <h3 id="route-preview" className="mb-2 text-[0.8125rem] font-semibold">
              {t('preview')}
            </h3>
            {routing.error !== null && (
              <ErrorBox className="mb-3">{t('failed', { reason: routing.error.message })}</ErrorBox>
            )}
            {error !== null && (
              <ErrorBox onRetry={() => void refetch()} retrying={isFetching}>
                {t('previewFailed', { reason: error.message })}
              </ErrorBox>
            )}
            {data === undefined && error === null && <SkeletonRows rows={3} label={t('previewing')} />}
            {data !== undefined && (
              <div className={cx(isFetching && 'opacity-60')}>
                <PlanView plan={data} isChosen={choice.target === 'chosen'} />
              </div>
            )}
          </section>
        )}
      </div>
    </Dialog>
  )
}
