// An operation as data: what the server serves, the console calls and the API document describes. Schemas are
// constrained structurally (`_zod`), which type-checks several times faster than naming zod's classes.
import type { ErrorCode } from './errors.ts'

export type Schema = { _zod: { input: unknown; output: unknown } }
export type SchemaIn<S> = S extends { _zod: { input: infer I } } ? I : undefined
export type SchemaOut<S> = S extends { _zod: { output: infer O } } ? O : undefined
export type Method = 'GET' | 'POST' | 'PATCH' | 'PUT' | 'DELETE'

export type OperationSpec = {
  method: Method
  /** Below /api/v1, with {name} for each path parameter. */
  path: `/${string}`
  summary: string
  params?: Schema
  query?: Schema
  body?: Schema
  /** Absent: answers 204. 'event-stream': server-sent events. 'csv': a file of rows (RFC 4180). 'pdf': a document. */
  response?: Schema | 'event-stream' | 'csv' | 'pdf'
  status?: 200 | 201
  /** Answers also a caller who has to do something else first, because it tells them what. */
  servedUnderDuty?: true
  /** Changes nothing, though it is asked with a body: whoever may only look may ask. */
  isReading?: true
  /** What this operation can answer besides the errors every operation shares (401, 403, 404, 422, 429, 500, 503). */
  errors?: readonly ErrorCode[]
}

export function operation<const S extends OperationSpec>(spec: S): S {
  return spec
}

type Part<O, K extends string> = O extends { [key in K]: infer S } ? S : undefined
/** What a caller gives, before parsing. */
export type OperationInput<O> = {
  params: SchemaIn<Part<O, 'params'>>
  query: SchemaIn<Part<O, 'query'>>
  body: SchemaIn<Part<O, 'body'>>
}
/** What a handler gets, after parsing. */
export type OperationParsed<O> = {
  params: SchemaOut<Part<O, 'params'>>
  query: SchemaOut<Part<O, 'query'>>
  body: SchemaOut<Part<O, 'body'>>
}
/** What a handler returns, before the response schema strips what it does not name. */
export type OperationResult<O> = SchemaIn<Part<O, 'response'>>
/** What a caller gets. */
export type OperationOutput<O> = SchemaOut<Part<O, 'response'>>
