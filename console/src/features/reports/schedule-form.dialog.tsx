// Makes a schedule of the report that is built, or of an export; or changes one. The address says which: `schedule` is
// the id of a schedule, or of an export, or nothing.
import { useMutation, useQuery } from '@tanstack/react-query'
import { useId, useState } from 'react'
import { ApiError, call, type CallInput } from '../../lib/api.ts'
import { outdate, read } from '../../lib/query.ts'
import { readerZone } from '../../lib/zones.ts'
import { Button } from '../../ui/button.tsx'
import { Dialog } from '../../ui/dialog.tsx'
import { ErrorBox, NoticeBox } from '../../ui/error-box.tsx'
import { Field } from '../../ui/field.tsx'
import { Input, Select } from '../../ui/input.tsx'
import { SkeletonRows } from '../../ui/skeleton.tsx'
import { notify } from '../../ui/toast.ts'
import { hourIn } from './report.names.ts'
import { contentText } from './request.text.ts'
import { formats, repeatable, requestOf, type MadeRequest, type Schedule } from './reports.rules.ts'
import type { ReportsPlace } from './reports.page.tsx'
import { t } from './reports.texts.ts'
import { ZoneField } from './zone.field.tsx'

type Draft = Pick<Schedule, 'name' | 'every' | 'weekday' | 'monthDay' | 'hour' | 'zone'> & { request: MadeRequest }
type Target = { id: string | null; draft: Draft }
type ScheduleDialogProps = { place: ReportsPlace; onClose: () => void }

const rhythms = ['day', 'week', 'month'] as const
const weekdays = ['1', '2', '3', '4', '5', '6', '7'] as const
const hours = Array.from({ length: 24 }, (_, hour) => ({ value: String(hour), label: hourIn(hour) }))
const monthDays = Array.from({ length: 31 }, (_, index) => String(index + 1))

function draftOf(request: MadeRequest): Draft {
  return { name: '', every: 'day', weekday: 1, monthDay: 1, hour: 6, zone: request.zone, request }
}

/** What the dialog is about; undefined while it is being read. */
function useTarget({ search, isAdmin }: ReportsPlace): {
  target: Target | undefined
  isGone?: boolean
  error: Error | null
} {
  const id = search.schedule
  const isExport = id?.startsWith('exp_') === true
  const isSchedule = id?.startsWith('sch_') === true
  const all = useQuery({ ...read('schedules.list', {}), enabled: isSchedule })
  const job = useQuery({ ...read('exports.read', { params: { exportId: id ?? '' } }), enabled: isExport })
  if (isExport) return { target: job.data && { id: null, draft: draftOf(job.data.request) }, error: job.error }
  if (isSchedule) {
    const found = all.data?.items.find((schedule) => schedule.id === id)
    return { target: found && { id: found.id, draft: found }, isGone: all.data !== undefined, error: all.error }
  }
  const built = requestOf(search, { isAdmin, zone: readerZone })
  return { target: { id: null, draft: draftOf({ kind: 'cdr', format: 'xlsx', ...built }) }, error: null }
}

type FormProps = { draft: Draft; change: (part: Partial<Draft>) => void; faults: Readonly<Record<string, string>> }

function DayField({ draft: { every, weekday, monthDay }, change }: Omit<FormProps, 'faults'>) {
  return (
    <>
      {every === 'week' && (
        <Field label={t('weekday')}>
          {(tie) => (
            <Select
              {...tie}
              wrapperClassName="w-full"
              className="w-full"
              value={String(weekday)}
              options={weekdays.map((value) => ({ value, label: t(`weekday_${value}`) }))}
              onChange={(event) => change({ weekday: Number(event.currentTarget.value) })}
            />
          )}
        </Field>
      )}
      {every === 'month' && (
        <Field label={t('monthDay')} hint={t('monthDayHint')}>
          {(tie) => (
            <Select
              {...tie}
              wrapperClassName="w-full"
              className="w-full"
              value={String(monthDay)}
              options={monthDays.map((value) => ({ value, label: value }))}
              onChange={(event) => change({ monthDay: Number(event.currentTarget.value) })}
            />
          )}
        </Field>
      )}
    </>
  )
}

function TimeFields({ draft, change, faults }: FormProps) {
  const { every, hour, zone } = draft
  return (
    <div className="grid gap-4 sm:grid-cols-2">
      <Field label={t('every')}>
        {(tie) => (
          <Select
            {...tie}
            wrapperClassName="w-full"
            className="w-full"
            value={every}
            options={rhythms.map((value) => ({ value, label: t(`every_${value}`) }))}
            onChange={({ currentTarget: { value } }) =>
              change({ every: rhythms.find((one) => one === value) ?? 'day' })
            }
          />
        )}
      </Field>
      <DayField draft={draft} change={change} />
      <Field label={t('hour')}>
        {(tie) => (
          <Select
            {...tie}
            wrapperClassName="w-full"
            className="w-full"
            value={String(hour)}
            options={hours}
            onChange={(event) => change({ hour: Number(event.currentTarget.value) })}
          />
        )}
      </Field>
      <ZoneField zone={zone} fault={faults['zone']} onChoose={(next) => change({ zone: next })} />
    </div>
  )
}

function Fields({ draft, change, faults }: FormProps) {
  const { name, request } = draft
  const isFixed = request.kind === 'cdr' && request.period === 'custom'
  const { data } = useQuery(read('schedules.list', {}))
  const other = Object.entries(faults).find(([field]) => field.startsWith('request') || field === 'period')
  return (
    <div className="flex flex-col gap-4">
      <Field label={t('name')} error={faults['name']} required>
        {(tie) => (
          <Input
            {...tie}
            value={name}
            maxLength={80}
            autoComplete="off"
            onChange={(event) => change({ name: event.currentTarget.value })}
          />
        )}
      </Field>
      <div>
        <p className="text-[0.8125rem] font-medium">{t('content')}</p>
        <p className="mt-1 text-sm text-pretty text-ink-soft">{contentText(request)}</p>
      </div>
      {isFixed && <NoticeBox>{t('customDays')}</NoticeBox>}
      <TimeFields draft={draft} change={change} faults={faults} />
      <Field label={t('format')}>
        {(tie) => (
          <Select
            {...tie}
            value={request.format}
            options={formats.map((value) => ({ value, label: t(value) }))}
            onChange={({ currentTarget: { value } }) =>
              change({ request: { ...request, format: formats.find((one) => one === value) ?? 'csv' } })
            }
          />
        )}
      </Field>
      {data?.isMailSent === false && <NoticeBox tone="info">{t('noMail')}</NoticeBox>}
      {other !== undefined && <ErrorBox>{other[1]}</ErrorBox>}
    </div>
  )
}

function Form({ target, onSaved, onClose }: { target: Target; onSaved: () => void; onClose: () => void }) {
  const { id, draft: given } = target
  const formId = useId()
  const [draft, setDraft] = useState(given)
  const { mutate, error, isPending } = useMutation({
    mutationFn: () => {
      const { name, every, weekday, monthDay, hour, zone } = draft
      const timing: Omit<CallInput<'schedules.create'>['body'], 'request'> = {
        name,
        every,
        weekday,
        monthDay,
        hour,
        zone,
      }
      const body = { ...timing, request: repeatable(draft.request) }
      return id === null
        ? call('schedules.create', { body })
        : call('schedules.update', { params: { scheduleId: id }, body })
    },
    onSuccess: async () => {
      await outdate('schedules.list')
      notify(t(id === null ? 'scheduleCreated' : 'scheduleSaved'))
      onSaved()
    },
  })
  const faults = error instanceof ApiError ? error.fields : {}
  return (
    <Dialog
      title={t(id === null ? 'newSchedule' : 'editSchedule')}
      onClose={onClose}
      keepOnOutsideClick
      footer={
        <>
          <Button onClick={onClose}>{t('discard')}</Button>
          <Button variant="primary" type="submit" form={formId} busy={isPending}>
            {t(id === null ? 'create' : 'save')}
          </Button>
        </>
      }
    >
      <form
        id={formId}
        noValidate
        onSubmit={(event) => {
          event.preventDefault()
          mutate()
        }}
      >
        <Fields draft={draft} change={(part) => setDraft({ ...draft, ...part })} faults={faults} />
        {error !== null && Object.keys(faults).length === 0 && <ErrorBox className="mt-4">{error.message}</ErrorBox>}
      </form>
    </Dialog>
  )
}

export function ScheduleDialog({ place, onClose }: ScheduleDialogProps) {
  const { target, isGone = false, error } = useTarget(place)
  if (target !== undefined) {
    const onSaved = () => place.patch({ tab: 'schedules', dialog: undefined, schedule: undefined })
    return <Form key={target.id ?? 'new'} target={target} onSaved={onSaved} onClose={onClose} />
  }
  if (isGone) {
    return (
      <Dialog title={t('schedule')} onClose={onClose} footer={<Button onClick={onClose}>{t('close')}</Button>}>
        <p className="text-sm text-ink-soft">{t('scheduleGone')}</p>
      </Dialog>
    )
  }
  return (
    <Dialog title={t('schedule')} onClose={onClose}>
      {error === null ? <SkeletonRows rows={4} label={t('loading')} /> : <ErrorBox>{error.message}</ErrorBox>}
    </Dialog>
  )
}
