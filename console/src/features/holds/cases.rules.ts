// The cases' pure parts: looks of a state, the sum that is held, what a person may do next, and the form of a new case.
import { decimalToMicros, microsToDecimal } from '@inrange/contract/money'
import type { CallInput, CallOutput } from '../../lib/api.ts'
import type { Tone } from '../../ui/badge.tsx'

export type Case = CallOutput<'cases.read'>
type Creation = CallInput<'cases.create'>['body']

export const caseActs = ['release', 'forfeit', 'confirm', 'refuse'] as const
export type CaseAct = (typeof caseActs)[number]

export const stateTones = {
  open: 'warn',
  release_proposed: 'accent',
  forfeit_proposed: 'accent',
  released: 'good',
  forfeited: 'bad',
} as const satisfies Readonly<Record<Case['state'], Tone>>

export function isEnded({ state }: Pick<Case, 'state'>): boolean {
  return state === 'released' || state === 'forfeited'
}

/** Kept from maturing and held, as decimal text. */
export function sumHeld({ frozen, held }: Pick<Case, 'frozen' | 'held'>): string {
  return microsToDecimal((decimalToMicros(frozen) ?? 0n) + (decimalToMicros(held) ?? 0n))
}

type Choice = { acts: readonly CaseAct[]; refusal: 'own' | 'mine' | null }

/** Who proposes never decides, and neither is the owner. */
export function choiceOf(one: Pick<Case, 'state' | 'owner' | 'proposedBy' | 'mayEnd'>, personId: string): Choice {
  if (isEnded(one)) return { acts: [], refusal: null }
  if (one.owner.id === personId) return { acts: [], refusal: 'own' }
  if (one.state === 'open') return { acts: ['release', 'forfeit'], refusal: null }
  // Whoever proposed may take the proposal back.
  if (!one.mayEnd) return { acts: ['refuse'], refusal: 'mine' }
  return { acts: ['confirm', 'refuse'], refusal: null }
}

export type CaseForm = { rangeId: string; from: string; until: string; reason: string }
export type CaseFaults = { readonly [F in keyof CaseForm]?: string }

/** '2026-11-20T14:00' of a date field, in the reader's zone; null for none. */
export function timeOfField(text: string): string | null {
  const time = text === '' ? Number.NaN : Date.parse(text)
  return Number.isNaN(time) ? null : new Date(time).toISOString()
}

export function creationOf({ rangeId, from, until, reason }: CaseForm): Creation | null {
  const [begin, end] = [timeOfField(from), timeOfField(until)]
  return begin === null || end === null ? null : { rangeId, from: begin, until: end, reason }
}
