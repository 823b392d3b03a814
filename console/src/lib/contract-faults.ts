// What the contract has against what was typed, in the language of the page: for forms that keep their own state.
import type { ZodType } from 'zod'
import { serverText } from '../i18n/server-texts.ts'

export function contractFaults(schema: ZodType, value: unknown) {
  const issues = schema.safeParse(value).error?.issues ?? []
  return issues.map((issue) => ({ ...issue, message: serverText(issue.message) }))
}

/** The first of them, where there is one field. */
export function contractFault(schema: ZodType, value: unknown): string | undefined {
  return contractFaults(schema, value)[0]?.message
}
