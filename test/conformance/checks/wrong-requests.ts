import { randomUUID } from 'node:crypto'
import { z } from 'zod'
import type { Operation } from '../../../shared/wire/operation.js'
import type { ToolAnswer } from '../session/example.js'
import { factOf } from './contract-facts.js'

/** An invalid request and its expected refusal. */
export interface Wrong {
  readonly what: string
  readonly params: unknown
  readonly answer: ToolAnswer
}

/**
 * Returns the error code for a wrong parameter by family (LIMITS-3, LIMITS-4), implemented a second
 * time here: orders and market data have codes of their own, everything else returns
 * INVALID_PARAMETER.
 */
export function codeFor(operation: Operation, field: string): ToolAnswer {
  if (/^(trading|broker)\.orders\./.test(operation.id)) return [417, 'OPENAPI_PARAM_ERR']
  if (field === 'category') return [417, 'UNSUPPORTED_CATEGORY']
  if (field === 'timespan') return [417, 'UNSUPPORTED_TIMESPAN']
  return [417, operation.family === 'market-data' ? 'ILLEGAL_PARAMETER' : 'INVALID_PARAMETER']
}

type Members = Readonly<Record<string, unknown>>
const isObject = (value: unknown): value is Members =>
  typeof value === 'object' && value !== null && !Array.isArray(value)

/** Returns the schema without default, optional and nullable. */
function core(schema: z.ZodType): z.ZodType {
  if (
    schema instanceof z.ZodOptional ||
    schema instanceof z.ZodNullable ||
    schema instanceof z.ZodDefault
  ) {
    return core(schema.unwrap() as z.ZodType)
  }
  return schema
}

const isClosed = (schema: z.ZodType): boolean =>
  schema instanceof z.ZodEnum || schema instanceof z.ZodLiteral

/** Returns a value of a type other than that of `value`. */
const another = (value: unknown): unknown =>
  typeof value === 'string'
    ? 7
    : typeof value === 'number' || typeof value === 'boolean'
      ? {}
      : 'text'

const without = (members: Members, name: string): Members =>
  Object.fromEntries(Object.entries(members).filter(([known]) => known !== name))

/**
 * Changes `new_orders[].side` in the first order of a request; null where the request has no such
 * list.
 */
function nested(
  request: Members,
  name: string,
  change: (element: Members, field: string) => Members,
): Members | null {
  const [list = '', field = ''] = name.split('[].')
  const [first, ...rest] = Array.isArray(request[list]) ? (request[list] as unknown[]) : []
  return isObject(first) && field in first && !field.includes('[]')
    ? { ...request, [list]: [change(first, field), ...rest] }
    : null
}

/**
 * Returns requests with one error each: a required parameter missing, blank, of another type or
 * outside its list.
 */
export function wrongRequests(
  operation: Operation,
  request: unknown,
  lenient: readonly string[],
  answers: Readonly<Record<string, ToolAnswer>>,
): readonly Wrong[] {
  if (!isObject(request) || !(operation.request instanceof z.ZodObject)) return []
  const shape = operation.request.shape as Record<string, z.ZodType>
  const required = new Set([
    ...factOf(operation)
      .params.filter((param) => param.required)
      .map(({ name }) => name),
    ...Object.keys(shape).filter((name) => !shape[name]?.safeParse(undefined).success),
  ])
  const wrongs: Wrong[] = []
  const add = (title: string, field: string, params: unknown): void => {
    wrongs.push({
      what: title,
      params,
      answer: answers[`${title} ${field}`] ?? answers[field] ?? codeFor(operation, field),
    })
  }
  for (const name of required) {
    if (lenient.includes(name)) continue
    if (name.includes('[]')) {
      const missing = nested(request, name, without)
      if (missing !== null) add(`${name} missing`, name, missing)
      const retyped = nested(request, name, (element, field) => ({
        ...element,
        [field]: another(element[field]),
      }))
      if (retyped !== null) add(`${name} of another type`, name, retyped)
      continue
    }
    add(`${name} missing`, name, without(request, name))
    if (typeof request[name] === 'string') add(`${name} blank`, name, { ...request, [name]: '' })
    if (operation.encoding === 'json') {
      add(`${name} of another type`, name, { ...request, [name]: another(request[name]) })
    }
  }
  for (const [name, schema] of Object.entries(shape)) {
    const inner = core(schema)
    if (
      isClosed(inner) &&
      !(inner instanceof z.ZodLiteral && typeof [...inner.values][0] !== 'string')
    ) {
      add(`${name} outside its list`, name, { ...request, [name]: 'NO_SUCH_MEMBER' })
    }
    if (inner instanceof z.ZodBoolean) {
      add(`${name} of another type`, name, { ...request, [name]: 'perhaps' })
    }
  }
  // Use a fresh id, because a used id with another request is refused for that reason.
  const fresh =
    'client_request_id' in request ? { client_request_id: `request-${randomUUID()}` } : {}
  if ('account_id' in shape) {
    wrongs.push({
      what: 'an account of somebody else',
      params: { ...request, ...fresh, account_id: 'ACCT0000000000000000000000' },
      answer: answers['unknown account_id'] ?? [403, 'ACCOUNT_ACCESS_DENIED'],
    })
  }
  if (operation.paging === 'cursor') {
    for (const key of [
      'no-such-key',
      Buffer.from(
        '{"v":1,"lastId":"1","pageIndex":0,"pageSize":10,"condition":"another"}',
      ).toString('base64'),
    ]) {
      wrongs.push({
        what: `the page key ${key.slice(0, 11)}`,
        params: { ...request, pagination_key: key },
        answer: [417, 'INVALID_PARAMETER'],
      })
    }
  }
  return wrongs
}
