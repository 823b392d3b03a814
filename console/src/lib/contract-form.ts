// Forms over the contract's own schemas: the browser says what the server would say, in the same words, in the
// language of the page. Only for lazily loaded dialogs, since it brings zod and the forms library. What is sent is what
// was typed: the server parses it itself.
import { standardSchemaResolver } from '@hookform/resolvers/standard-schema'
import type { FieldPath, FieldValues, Resolver, UseFormSetError } from 'react-hook-form'
import { config, type ZodType } from 'zod'
import { serverText } from '../i18n/server-texts.ts'
import { ApiError } from './api.ts'

// zod compiles parsers with `new Function`, which the content security policy forbids.
config({ jitless: true })

/** useForm({ resolver: contractResolver(users['users.create'].body) }) */
export function contractResolver<Input extends FieldValues, Output>(
  schema: ZodType<Output, Input>,
): Resolver<Input, unknown, Input> {
  const standard = schema['~standard']
  const inLanguage: typeof standard = {
    ...standard,
    async validate(value) {
      const result = await standard.validate(value)
      if (result.issues === undefined) return result
      return { issues: result.issues.map((issue) => ({ ...issue, message: serverText(issue.message) })) }
    },
  }
  return standardSchemaResolver<Input, unknown, Output>({ '~standard': inLanguage }, undefined, { raw: true })
}

/**
 * Puts the server's field errors on their fields and gives back the sentence for the rest of the form;
 * null when every fault has found its field.
 */
export function placeErrors<Input extends FieldValues>(
  error: unknown,
  fields: readonly FieldPath<Input>[],
  setError: UseFormSetError<Input>,
): string | null {
  if (!(error instanceof ApiError)) return error instanceof Error ? error.message : String(error)
  const placed = fields.filter((field) => Object.hasOwn(error.fields, field))
  for (const [index, field] of placed.entries()) {
    setError(field, { type: 'server', message: error.fields[field] ?? '' }, { shouldFocus: index === 0 })
  }
  return placed.length > 0 && placed.length === Object.keys(error.fields).length ? null : error.message
}
