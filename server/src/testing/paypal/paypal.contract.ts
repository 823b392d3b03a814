// Checks one exchange with PayPal against PayPal's OpenAPI documents: path, query, headers, body, and the answer by its
// status. Beyond the documents' own schemas it refuses fields that they do not name, so that a misspelt field is found.
// What PayPal answers although its documents do not name it stands in one table here, with its source.
import { Ajv, type ValidateFunction } from 'ajv'
import addFormats from 'ajv-formats'
import { readPaypalDocuments, type PaypalDocuments } from './paypal.documents.ts'

export type Exchange = {
  method: string
  /** With query. */
  path: string
  requestHeaders: Record<string, string | undefined>
  requestBody: unknown
  status: number
  responseBody: unknown
}

export type PaypalContract = {
  /** What is wrong with it, as sentences; empty when all is as documented. */
  check(exchange: Exchange): string[]
  /** A webhook as PayPal sends it. */
  checkEvent(event: unknown): string[]
  /** Scopes of which a token needs one for the operation; null when the documents do not know it. */
  scopesOf(method: string, path: string): string[] | null
}

/** Names and issues of errors that PayPal answers with and its documents leave out. */
const undocumented: Record<string, string> = {
  USER_BUSINESS_ERROR: 'Payouts, error messages: a sender_batch_id that was used before',
  INSUFFICIENT_FUNDS: 'Payouts, error messages: the balance does not cover the payout',
  VALIDATION_ERROR: 'Payouts, error messages: a receiver or amount is not acceptable',
  ITEM_NOT_CANCELLABLE: 'Payouts, error messages: the item is not unclaimed',
  DUPLICATE_REQUEST_ID: 'Idempotency: a PayPal-Request-Id that was used with another body',
  RATE_LIMIT_REACHED: 'Rate limiting guidelines: 429',
}

type Json = Record<string, unknown>
type Operation = {
  document: Json
  documentName: string
  pointer: string
  template: string
  method: string
  operation: Json
}

/** Null where the documents cannot be had. */
export async function loadPaypalContract(): Promise<PaypalContract | null> {
  const documents = await readPaypalDocuments()
  return documents === null ? null : createPaypalContract(documents)
}

function createPaypalContract(documents: PaypalDocuments): PaypalContract {
  // An e-mail pattern of theirs is no valid expression with the unicode flag, and some formats are names of their own.
  const ajv = new Ajv({ strict: false, unicodeRegExp: false, allErrors: true, logger: false })
  addFormats.default(ajv)
  const operations = readOperations(documents)
  for (const [name, document] of Object.entries(documents)) ajv.addSchema(document as Json, name)
  const compiled = new Map<string, ValidateFunction>()

  const validate = (documentName: string, pointer: string, value: unknown, what: string): string[] => {
    const reference = `${documentName}#${pointer}`
    const validator = compiled.get(reference) ?? ajv.compile({ $ref: reference })
    compiled.set(reference, validator)
    if (validator(value)) return []
    return (validator.errors ?? []).slice(0, 5).map((error) => `${what} ${error.instancePath}: ${error.message}`)
  }
  const find = (method: string, path: string): Operation | undefined =>
    operations.find((one) => one.method === method.toLowerCase() && matches(one.template, path.split('?')[0] ?? ''))

  return {
    check: (exchange) => {
      const { method, path } = exchange
      const found = find(method, path)
      if (!found) return [`${method} ${path} is not in PayPal's documents`]
      const faults = [
        ...checkParameters(found, exchange, validate),
        ...checkRequestBody(found, exchange, validate),
        ...checkAnswer(found, exchange, validate),
      ]
      return faults.map((fault) => `${method} ${found.template}: ${fault}`)
    },
    checkEvent: (event) => {
      const documentName = 'notifications_webhooks_v1'
      const document = documents[documentName] as Json
      const pointer = '/components/schemas/event'
      return [
        ...validate(documentName, pointer, event, 'webhook'),
        ...unknownFields(document, at(document, pointer), event, 'webhook'),
      ]
    },
    scopesOf: (method, path) => {
      const found = find(method, path)
      if (!found) return null
      const security = (found.operation['security'] ?? []) as Json[]
      return security.flatMap((one) => Object.values(one).flatMap((scopes) => scopes as string[]))
    },
  }
}

type Validate = (documentName: string, pointer: string, value: unknown, what: string) => string[]

function checkParameters(found: Operation, exchange: Exchange, validate: Validate): string[] {
  const parameters = (found.operation['parameters'] ?? []) as Json[]
  const [path = '', query = ''] = exchange.path.split('?')
  const queries = new URLSearchParams(query)
  const known = new Set<string>()
  const faults = parameters.flatMap((given, index) => {
    const reference = given['$ref'] as string | undefined
    const pointer = reference ? reference.slice(1) : `${found.pointer}/parameters/${index}`
    const parameter = resolve(found.document, given)
    const name = parameter['name'] as string
    const place = parameter['in'] as string
    if (place === 'query') known.add(name)
    const value =
      place === 'header'
        ? exchange.requestHeaders[name.toLowerCase()]
        : place === 'query'
          ? (queries.get(name) ?? undefined)
          : pathValue(found.template, path, name)
    if (value === undefined) return parameter['required'] === true ? [`${place} ${name} is missing`] : []
    const type = resolve(found.document, (parameter['schema'] ?? {}) as Json)['type']
    const typed = type === 'integer' ? Number(value) : type === 'boolean' ? value === 'true' : value
    return validate(found.documentName, `${pointer}/schema`, typed, `${place} ${name}`)
  })
  const unknown = [...queries.keys()].filter((name) => !known.has(name))
  return [...faults, ...unknown.map((name) => `query ${name} is not documented`)]
}

function checkRequestBody(found: Operation, exchange: Exchange, validate: Validate): string[] {
  const body = found.operation['requestBody'] as Json | undefined
  if (!body) return exchange.requestBody === undefined ? [] : ['a body is sent where none is documented']
  if (exchange.requestBody === undefined) return body['required'] === true ? ['the body is missing'] : []
  if (!String(exchange.requestHeaders['content-type']).startsWith('application/json')) return ['the body is no JSON']
  const { pointer, resolved } = follow(found.document, body, `${found.pointer}/requestBody`)
  const schemaPointer = `${pointer}/content/application~1json/schema`
  return [
    ...validate(found.documentName, schemaPointer, exchange.requestBody, 'request'),
    ...unknownFields(
      found.document,
      at({ resolved }, '/resolved/content/application~1json/schema'),
      exchange.requestBody,
      'request',
    ),
  ]
}

function checkAnswer(found: Operation, exchange: Exchange, validate: Validate): string[] {
  const responses = found.operation['responses'] as Json
  const key = String(exchange.status) in responses ? String(exchange.status) : 'default'
  const isError = exchange.status >= 400
  if (!isError && key === 'default') return [`${exchange.status} is not documented`]
  const { pointer, resolved } = follow(found.document, responses[key] as Json, `${found.pointer}/responses/${key}`)
  if (isError) return checkError(found, exchange, `${pointer}/content/application~1json/schema`, validate)
  if (!('content' in resolved)) return []
  const schema = at({ resolved }, '/resolved/content/application~1json/schema')
  return [
    ...validate(found.documentName, `${pointer}/content/application~1json/schema`, exchange.responseBody, 'answer'),
    ...unknownFields(found.document, schema, exchange.responseBody, 'answer'),
  ]
}

/** The documents call the list of errors `issues`; PayPal's answers, and the text of its documents, call it `details`. */
function checkError(found: Operation, exchange: Exchange, pointer: string, validate: Validate): string[] {
  const { details, ...rest } = (exchange.responseBody ?? {}) as Json & { details?: { issue?: string }[] }
  const words = [String(rest['name']), ...(details ?? []).map(({ issue }) => String(issue))]
  if (words.some((word) => word in undocumented)) {
    const isPlain = typeof rest['name'] === 'string' && typeof rest['message'] === 'string'
    return isPlain ? [] : ['an error has no name or no message']
  }
  const documented = details === undefined ? rest : { ...rest, issues: details }
  return validate(found.documentName, pointer, documented, `answer ${exchange.status}`)
}

function readOperations(documents: PaypalDocuments): Operation[] {
  return Object.entries(documents).flatMap(([documentName, read]) => {
    const document = read as Json
    return Object.entries(document['paths'] as Json).flatMap(([template, methods]) =>
      Object.entries(methods as Json)
        .filter(([, operation]) => (operation as Json)['responses'] !== undefined)
        .map(([method, operation]) => ({
          document,
          documentName,
          template,
          method,
          operation: operation as Json,
          pointer: `/paths/${encodeURIComponent(template.replaceAll('/', '~1'))}/${method}`,
        })),
    )
  })
}

function matches(template: string, path: string): boolean {
  const wanted = template.split('/')
  const given = path.split('/')
  return wanted.length === given.length && wanted.every((part, index) => part.startsWith('{') || part === given[index])
}

function pathValue(template: string, path: string, name: string): string | undefined {
  return path.split('/')[template.split('/').indexOf(`{${name}}`)]
}

function resolve(document: Json, schema: Json): Json {
  const reference = schema['$ref']
  return typeof reference === 'string' ? resolve(document, at(document, reference.slice(1))) : schema
}

function follow(document: Json, value: Json, pointer: string): { pointer: string; resolved: Json } {
  const reference = value['$ref']
  return typeof reference === 'string'
    ? { pointer: reference.slice(1), resolved: at(document, reference.slice(1)) }
    : { pointer, resolved: value }
}

function at(document: Json, pointer: string): Json {
  return pointer
    .split('/')
    .slice(1)
    .map((part) => decodeURIComponent(part).replaceAll('~1', '/').replaceAll('~0', '~'))
    .reduce<Json>((node, part) => (node[part] ?? {}) as Json, document)
}

/** Fields that no branch of the schema names, as sentences. */
function unknownFields(document: Json, schema: Json, value: unknown, where: string): string[] {
  const branches = branchesOf(document, schema)
  if (Array.isArray(value)) {
    const items = branches.find((branch) => branch['items'] !== undefined)?.['items'] as Json | undefined
    return items ? value.flatMap((one, index) => unknownFields(document, items, one, `${where}[${index}]`)) : []
  }
  if (typeof value !== 'object' || value === null) return []
  const named = branches.filter((branch) => branch['properties'] !== undefined)
  if (named.length === 0 || branches.some((branch) => branch['additionalProperties'] !== undefined)) return []
  return Object.entries(value).flatMap(([key, inner]) => {
    const found = named.flatMap((branch) => ((branch['properties'] as Json)[key] as Json | undefined) ?? [])
    if (found.length === 0) return [`${where}.${key} is not documented`]
    return unknownFields(document, { allOf: found }, inner, `${where}.${key}`)
  })
}

function branchesOf(document: Json, schema: Json): Json[] {
  const own = resolve(document, schema)
  const inner = ['allOf', 'oneOf', 'anyOf'].flatMap((key) => (own[key] ?? []) as Json[])
  return [own, ...inner.flatMap((branch) => branchesOf(document, branch))]
}
