import { z } from 'zod'
import type {
  ConsoleField,
  ConsoleFields,
  ConsoleProblem,
} from '../../../shared/domain/institution/institution-view.js'
import type { Operation } from '../../../shared/wire/operation.js'

/** The members of a JSON Schema that a form is made from. */
interface Schema {
  readonly type?: string | readonly string[]
  readonly enum?: readonly unknown[]
  readonly const?: unknown
  readonly anyOf?: readonly Schema[]
  readonly properties?: Readonly<Record<string, Schema>>
  readonly required?: readonly string[]
  readonly items?: Schema
  readonly maxLength?: number
  readonly maxItems?: number
}

/** The cursor belongs to the list, not to the person. */
const HIDDEN = 'pagination_key'
/** Ids of the client, which Countersign makes: of a write, and of an order that is placed. */
const REQUEST_ID = 'client_request_id'
const ORDER_ID = /(^|\.)client_order_id$/
const NEW_ORDERS = new Set(['broker.orders.place', 'broker.orders.preview'])

const nameOf = (path: string): string => path.slice(path.lastIndexOf('.') + 1)
const joined = (path: string, name: string): string => (path === '' ? name : `${path}.${name}`)

/** Returns the part of a schema that a value has; null is entered by leaving the field empty. */
const valueOf = (schema: Schema): Schema => {
  const parts = schema.anyOf?.filter(({ type }) => type !== 'null')
  const [first] = parts ?? []
  if (parts?.length === 1 && first !== undefined) return first
  // A text that may be null has both types, instead of two parts.
  if (typeof schema.type !== 'object') return schema
  const types = schema.type.filter((type) => type !== 'null')
  return types.length === 1 && types[0] !== undefined ? { ...schema, type: types[0] } : schema
}

const kindOf = ({ type, enum: values, const: only, items }: Schema): ConsoleField['kind'] => {
  if (values !== undefined || only !== undefined) return 'choice'
  if (type === 'string') return 'text'
  if (type === 'boolean') return 'yes-no'
  if (type === 'number' || type === 'integer') return 'number'
  return type === 'array' && items?.type === 'string' ? 'list' : 'json'
}

function choicesOf({ enum: values, const: only, type }: Schema): readonly string[] {
  if (type === 'boolean') return ['true', 'false']
  return (values ?? (only === undefined ? [] : [only])).map(String)
}

/** A short list of objects has the fields of each; of a longer one only the first has fields. */
const MAX_GROUPS = 3
const groupsOf = ({ maxItems }: Schema): number =>
  maxItems !== undefined && maxItems <= MAX_GROUPS ? maxItems : 1
/** Returns how many groups of fields the list at a path has, where its schema does not say it. */
type GroupCount = (path: string) => number | undefined
const isInList = (path: string): boolean => /(^|\.)\d+(\.|$)/.test(path)

/** Lists the fields of a schema. A list within a list is entered as JSON. */
function collect(
  schema: Schema,
  path: string,
  required: boolean,
  count: GroupCount = () => undefined,
): readonly ConsoleField[] {
  const value = valueOf(schema)
  if (value.properties !== undefined) {
    return Object.entries(value.properties).flatMap(([name, member]) =>
      name === HIDDEN
        ? []
        : collect(
            member,
            joined(path, name),
            required && (value.required?.includes(name) ?? false),
            count,
          ),
    )
  }
  const item = value.items === undefined ? undefined : valueOf(value.items)
  if (value.type === 'array' && item?.properties !== undefined && !isInList(path)) {
    const fixed = count(path)
    return Array.from({ length: fixed ?? groupsOf(value) }, (_, index) =>
      collect(item, joined(path, String(index)), required && index < (fixed ?? 1), count),
    ).flat()
  }
  return [
    {
      path,
      kind: kindOf(value),
      required,
      filled: false,
      choices: choicesOf(kindOf(value) === 'list' && item !== undefined ? item : value),
      maxChars: value.maxLength ?? null,
    },
  ]
}

/** Returns true for an id that Countersign makes when the field is empty. */
const isFilled = ({ id }: Operation, path: string): boolean =>
  path === REQUEST_ID || (NEW_ORDERS.has(id) && ORDER_ID.test(path))

/** Lists the fields of an operation's request, from its schema. */
export function requestFields(operation: Operation): readonly ConsoleField[] {
  const schema = z.toJSONSchema(operation.request, {
    io: 'input',
    unrepresentable: 'any',
  }) as Schema
  return collect(schema, '', true).map((field) =>
    isFilled(operation, field.path) ? { ...field, required: false, filled: true } : field,
  )
}

/**
 * Lists the fields of an account form, whose content the broker gives as the schema of its data.
 *
 * @param agreements the codes of the agreements that it requires
 */
export function accountFormFields(
  content: unknown,
  agreements: readonly string[],
): readonly ConsoleField[] {
  const isSigned = /^agreements\.(\d+)\.agreement_code$/
  const fields = collect(content as Schema, '', true, (path) =>
    path === 'agreements' && agreements.length > 0 ? agreements.length : undefined,
  )
  return fields.map((field) => {
    const code = agreements[Number(isSigned.exec(field.path)?.[1] ?? Number.NaN)]
    return code === undefined ? field : { ...field, kind: 'choice', choices: [code] }
  })
}

/** Reads an entered text as the value of its field; undefined when it is not one. */
function parseValue({ kind, choices }: ConsoleField, text: string): unknown {
  switch (kind) {
    case 'text':
      return text
    case 'choice':
      return choices.includes(text) ? text : undefined
    case 'yes-no':
      return text === 'true' ? true : text === 'false' ? false : undefined
    case 'number':
      return /^-?\d{1,15}(\.\d{1,10})?$/.test(text) ? Number(text) : undefined
    case 'list':
      return text
        .split(',')
        .map((part) => part.trim())
        .filter((part) => part !== '')
    case 'json':
      try {
        return JSON.parse(text)
      } catch {
        return undefined
      }
  }
}

type Container = Record<string, unknown> | unknown[]

/** Puts a value where its path says; numbers in a path are positions in a list. */
function put(root: Container, path: string, value: unknown): void {
  const steps = path.split('.')
  let place = root as Record<string, unknown>
  for (const [index, step] of steps.entries()) {
    const next = steps[index + 1]
    if (next === undefined) place[step] = value
    else {
      place[step] ??= /^\d+$/.test(next) ? [] : {}
      place = place[step] as Record<string, unknown>
    }
  }
}

/** Puts the entered values together, and says what is missing or not of its kind. */
export function buildValue(
  fields: readonly ConsoleField[],
  entered: ConsoleFields,
  newId: () => string,
): { readonly root: unknown; readonly problems: readonly ConsoleProblem[] } {
  const problems: ConsoleProblem[] = []
  const root: Container = fields.some(({ path }) => path.startsWith('0.')) ? [] : {}
  for (const field of fields) {
    const text = (entered[field.path] ?? '').trim()
    if (text === '') {
      if (field.filled) put(root, field.path, newId())
      else if (field.required) problems.push({ path: field.path, kind: 'missing', detail: '' })
      continue
    }
    const value = parseValue(field, text)
    if (value === undefined) problems.push({ path: field.path, kind: 'wrong', detail: field.kind })
    else put(root, field.path, value)
  }
  return { root, problems }
}

export type BuiltRequest =
  | { readonly ok: true; readonly request: unknown }
  | { readonly ok: false; readonly problems: readonly ConsoleProblem[] }

/**
 * Builds the request of an operation from the entered fields, and checks it with the operation's
 * own schema. `newId` makes the ids of fields that Countersign fills.
 */
export function buildRequest(
  operation: Operation,
  entered: ConsoleFields,
  newId: () => string,
): BuiltRequest {
  const fields = requestFields(operation)
  const { root, problems } = buildValue(fields, entered, newId)
  if (problems.length > 0) return { ok: false, problems }
  const checked = operation.request.safeParse(root)
  if (checked.success) return { ok: true, request: root }
  return {
    ok: false,
    problems: checked.error.issues.map(({ path, message }) => ({
      path: fieldAt(fields, path.join('.')),
      kind: 'wrong',
      detail: message.slice(0, 200),
    })),
  }
}

/** Returns the field that shows a problem: the one at the path, or the nearest around it. */
function fieldAt(fields: readonly ConsoleField[], path: string): string {
  const exact = fields.find((field) => field.path === path)
  const near = fields.find((field) => path.startsWith(`${field.path}.`) || nameOf(path) === '')
  return (
    (exact ?? near ?? fields.find((field) => field.path.startsWith(path)) ?? fields[0])?.path ??
    path
  )
}
