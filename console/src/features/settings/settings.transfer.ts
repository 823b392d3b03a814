// Settings as a file: what is written, and what would change if such a file were taken over. Secrets are never in it.
// Pure; nothing is stored here.
import { settingNames, settingsByName, type SettingName } from '@inrange/contract/settings'
import type { CallInput } from '../../lib/api.ts'
import {
  differencesOf,
  draftOf,
  sectionNames,
  type Difference,
  type SectionName,
  type SettingsAnswer,
} from './settings.model.ts'

const FORMAT = 'inrange-settings-1'

export type Changes = CallInput<'settings.update'>['body']['changes']
export type Reading =
  | { kind: 'unreadable' }
  | {
      kind: 'read'
      changes: NonNullable<Changes>
      differences: { section: SectionName; lines: Difference[] }[]
      /** Names that this platform does not know, and values that it does not take. */
      left: { name: string; why: 'unknown' | 'refused'; message: string }[]
    }

/** The file. It says itself what it is, so that no other is taken for one. */
export function textOf(values: SettingsAnswer['values'], writtenAt: Date): string {
  return `${JSON.stringify({ format: FORMAT, writtenAt: writtenAt.toISOString(), values }, null, 2)}\n`
}

function valuesIn(text: string): Record<string, unknown> | null {
  try {
    const file = JSON.parse(text) as { format?: unknown; values?: unknown } | null
    if (file?.format !== FORMAT || typeof file.values !== 'object' || file.values === null) return null
    return file.values as Record<string, unknown>
  } catch {
    return null
  }
}

/** What taking the file over would change; each setting by itself, so that one that does not fit stops no other. */
export function readingOf(text: string, { values }: SettingsAnswer): Reading {
  const given = valuesIn(text)
  if (given === null) return { kind: 'unreadable' }
  const left: Extract<Reading, { kind: 'read' }>['left'] = []
  const accepted: Record<string, unknown> = {}
  for (const [name, value] of Object.entries(given)) {
    if (!settingNames.some((known) => known === name)) {
      left.push({ name, why: 'unknown', message: '' })
      continue
    }
    const parsed = settingsByName[name as SettingName].schema.safeParse(value)
    if (!parsed.success) left.push({ name, why: 'refused', message: parsed.error.issues[0]?.message ?? '' })
    else if (JSON.stringify(parsed.data) !== JSON.stringify(values[name as SettingName])) accepted[name] = parsed.data
  }
  const after = { ...values, ...accepted }
  const differences = sectionNames.flatMap((section) => {
    const lines = differencesOf(section, draftOf(section, values), draftOf(section, after))
    return lines.length === 0 ? [] : [{ section, lines }]
  })
  return { kind: 'read', changes: accepted, differences, left }
}
