import type { z } from 'zod'
import type { Refusal, WrongArgument } from '../../../shared/domain/instructions/refusal.js'
import { plainReason } from '../refusals.js'

type Issue = z.ZodError['issues'][number]

const MAX_ISSUES = 5
const MAX_VALUE_CHARS = 80
/** A schema's own message says what it wants; one of the library is about its types. */
const LIBRARY_MESSAGE = /^(Invalid (input|option): |Too (big|small): |Unrecognized key)/
const TYPES: Readonly<Record<string, string>> = {
  string: 'text in quotes',
  number: 'a number',
  int: 'a whole number',
  boolean: 'true or false',
  array: 'a list',
  object: 'an object',
  record: 'an object',
}
const ITEMS: Readonly<Record<string, string>> = { string: ' characters', array: ' entries' }

/** Returns what was given at the place of an issue; undefined for nothing. */
const valueAt = (path: Issue['path'], input: unknown): unknown =>
  path.reduce<unknown>(
    (inner, key) =>
      typeof inner === 'object' && inner !== null
        ? (inner as Readonly<Record<PropertyKey, unknown>>)[key]
        : undefined,
    input,
  )

const quoted = (values: readonly unknown[]): string =>
  values.map((value) => JSON.stringify(value)).join(', ')

/** Says what an argument has to be, in words. */
function wanted(issue: Issue): string {
  if (!LIBRARY_MESSAGE.test(issue.message)) return issue.message
  switch (issue.code) {
    case 'invalid_value':
      return `one of ${quoted(issue.values)}`
    case 'too_big':
      return `at most ${issue.maximum}${ITEMS[issue.origin] ?? ''}`
    case 'too_small':
      return `at least ${issue.minimum}${ITEMS[issue.origin] ?? ''}`
    case 'invalid_type':
      return `has to be ${TYPES[issue.expected] ?? issue.expected}`
    case 'custom':
    case 'invalid_element':
    case 'invalid_format':
    case 'invalid_key':
    case 'invalid_union':
    case 'not_multiple_of':
    case 'unrecognized_keys':
      return issue.message
  }
}

/** Describes one invalid argument by its name. */
function describeIssue(issue: Issue, input: unknown): string {
  const name = issue.path.join('.')
  if (issue.code === 'unrecognized_keys') {
    const inside = name === '' ? '' : ` in ${name}`
    return `There is no argument ${quoted(issue.keys)}${inside}`
  }
  if (name === '') return issue.message
  return valueAt(issue.path, input) === undefined
    ? `${name} is needed${issue.code === 'invalid_value' ? `: ${wanted(issue)}` : ''}`
    : `${name}: ${wanted(issue)}`
}

/** Returns the listed word that differs from the given one by its case only. */
function inOtherCase(issue: Issue, value: unknown): string | null {
  if (issue.code !== 'invalid_value' || typeof value !== 'string') return null
  const meant = issue.values.find(
    (word) => typeof word === 'string' && word.toLowerCase() === value.trim().toLowerCase(),
  )
  return typeof meant === 'string' ? meant : null
}

/** Returns the first argument that is wrong, its value, and the rule that it breaks. */
function wrongArgument({ issues }: z.ZodError, given: unknown): WrongArgument {
  const [issue] = issues
  if (issue === undefined) return { name: null, value: null, rule: 'invalid' }
  const unknown = issue.code === 'unrecognized_keys' ? issue.keys[0] : undefined
  const path = unknown === undefined ? issue.path : [...issue.path, unknown]
  const value = valueAt(path, given)
  return {
    name: path.length === 0 ? null : path.join('.'),
    value: value === undefined ? null : JSON.stringify(value).slice(0, MAX_VALUE_CHARS),
    rule: value === undefined ? 'missing' : issue.code.replaceAll('_', '-'),
    didYouMean: inOtherCase(issue, value),
  }
}

/** Refuses arguments that do not fit a schema: which, and what they have to be (CONFIRM-44). */
export const wrongInput = (error: z.ZodError, input: unknown): Refusal => ({
  code: 'invalid',
  message: plainReason(
    `${error.issues
      .slice(0, MAX_ISSUES)
      .map((issue) => describeIssue(issue, input))
      .join('; ')}.`,
  ),
  argument: wrongArgument(error, input),
})
