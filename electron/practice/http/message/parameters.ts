import { z } from 'zod'
import { err, ok, type Result } from '../../../../shared/domain/result.js'
import { CODES } from '../../../../shared/wire/errors.js'
import type { Operation } from '../../../../shared/wire/operation.js'
import { header, type RawRequest } from './raw-request.js'
import { refusal, refused, type Refusal } from './refusal.js'

const CONTENT_TYPES = {
  json: 'application/json',
  form: 'application/x-www-form-urlencoded',
} as const
const malformed = (message: string): Refusal => refusal(400, CODES.malformed, message)

/** Returns the decoded fields of a form body; null when the body is not declared as a form. */
export function formFields(request: RawRequest): readonly (readonly [string, string])[] | null {
  const type = (header(request, 'content-type') ?? '').split(';')[0]?.trim().toLowerCase()
  return type === CONTENT_TYPES.form
    ? [...new URLSearchParams(request.body.toString('utf8')).entries()]
    : null
}

function readJson(body: Buffer, array: boolean): Result<unknown, Refusal> {
  let text: string
  try {
    text = new TextDecoder('utf-8', { fatal: true, ignoreBOM: true }).decode(body)
  } catch {
    return err(malformed('The body is not UTF-8.'))
  }
  if (text === '') return ok({})
  try {
    const value: unknown = JSON.parse(text)
    return typeof value === 'object' && value !== null && Array.isArray(value) === array
      ? ok(value)
      : err(malformed(`The body must be a JSON ${array ? 'array' : 'object'}.`))
  } catch {
    return err(malformed('The body is not JSON.'))
  }
}

/** Takes the first value of a repeated name, as servlet-style servers do. */
function single(pairs: readonly (readonly [string, string])[]): Record<string, string> {
  const values = new Map<string, string>()
  for (const [name, value] of pairs) if (!values.has(name)) values.set(name, value)
  return Object.fromEntries(values)
}

/**
 * Python's spelling of booleans, which the provider's Python library writes into queries; no symbol
 * or id is spelled like this.
 */
const PYTHON_TRUTH: ReadonlyMap<string, string> = new Map([
  ['True', 'true'],
  ['False', 'false'],
])
const plainTruth = (
  pairs: readonly (readonly [string, string])[],
): readonly (readonly [string, string])[] =>
  pairs.map(([name, value]) => [name, PYTHON_TRUTH.get(value) ?? value])

/** Reads the members of a request by wire name, before the operation's schema checks them. */
function members(operation: Operation, request: RawRequest): Result<unknown, Refusal> {
  if (operation.encoding === 'query') return ok(single(plainTruth(request.query)))
  const type = (header(request, 'content-type') ?? '').split(';')[0]?.trim().toLowerCase()
  if (type !== CONTENT_TYPES[operation.encoding]) {
    return err(
      malformed(
        `Parameters type miss match: the content type must be ${CONTENT_TYPES[operation.encoding]}.`,
      ),
    )
  }
  return operation.encoding === 'form'
    ? ok(single(formFields(request) ?? []))
    : readJson(request.body, operation.request instanceof z.ZodArray)
}

const describe = (issue: z.core.$ZodIssue): string =>
  `${issue.path.join('.') || 'request'}: ${issue.message}`

/** Returns the code of an invalid parameter (LIMITS-3, LIMITS-4). */
function parameterCode(operation: Operation, field: PropertyKey | undefined): string {
  if (operation.id.startsWith('trading.orders.') || operation.id.startsWith('broker.orders.')) {
    return CODES.parameter
  }
  if (field === 'category') return CODES.unsupportedCategory
  if (field === 'timespan') return CODES.unsupportedTimespan
  return operation.family === 'market-data' ? CODES.illegalParameter : CODES.invalidParameter
}

/** Reads and checks the parameters of an operation. */
export function readParameters<Req extends z.ZodType>(
  operation: Operation<Req>,
  request: RawRequest,
): Result<z.output<Req>, Refusal> {
  const raw = members(operation, request)
  if (!raw.ok) return raw
  const parsed = operation.request.safeParse(raw.value)
  if (parsed.success) return ok(parsed.data)
  const issue = parsed.error.issues[0]
  if (issue === undefined) return err(refused(CODES.invalidParameter, 'The parameters do not fit.'))
  return err(
    refused(
      parameterCode(operation, typeof issue.path[0] === 'number' ? issue.path[1] : issue.path[0]),
      describe(issue),
    ),
  )
}
