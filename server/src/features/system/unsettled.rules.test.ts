import { expect, test } from 'vitest'
import { noteUnsettled, type Unsettled } from './unsettled.rules.ts'

const at = (time: string) => new Date(`2026-03-10T${time}:00Z`)

test('an old hour into which a message is routed waits from then on, and one that stays waits on', () => {
  const routed = noteUnsettled(null, at('01:00'), at('12:00'))
  expect(routed).toEqual({ hour: at('01:00'), since: at('12:00') })
  expect(noteUnsettled(routed, at('01:00'), at('15:30'))).toEqual(routed)
  const older = noteUnsettled(routed, at('00:00'), at('15:30'))
  expect(older?.since).toEqual(at('15:30'))
  expect(noteUnsettled(older, null, at('15:31'))).toBeNull()
})

test('hours that are settled one after the other wait each from its end; a backlog does not begin anew', () => {
  let seen: Unsettled | null = null
  for (const hour of ['05', '06', '07', '08']) {
    const next = String(Number(hour) + 1).padStart(2, '0')
    seen = noteUnsettled(seen, at(`${hour}:00`), at(`${next}:00`))
    expect(seen?.since).toEqual(at(`${next}:00`))
  }
  const stuck = noteUnsettled(null, at('01:00'), at('02:00'))
  expect(noteUnsettled(stuck, at('02:00'), at('12:00'))?.since).toEqual(at('03:00'))
})
