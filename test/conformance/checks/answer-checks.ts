import { UNKNOWN } from '../../../shared/wire/fields.js'

/**
 * The published members of an answer, in lines of the form `place: member member? …`. A place is a
 * path such as `data[].orders[]` (empty: the answer itself). Every object there has each member
 * (null counts, TRADING-4); a member with a question mark occurs in at least one of them.
 */
export type MemberLines = readonly string[]

/** Returns all objects at a path below `value`. */
function valuesAt(value: unknown, path: string): readonly unknown[] {
  let values: unknown[] = [value]
  for (const step of path.split('.').filter((part) => part !== '')) {
    const [name = '', ...lists] = step.split('[]')
    if (name !== '') {
      values = values.flatMap((item) =>
        typeof item === 'object' && item !== null && name in item
          ? [(item as Record<string, unknown>)[name]]
          : [],
      )
    }
    for (const _ of lists) {
      values = values.flatMap((item) => (Array.isArray(item) ? (item as unknown[]) : []))
    }
  }
  return values
}

/** Returns the published members that the answer lacks; empty when it has them all. */
export function missingMembers(answer: unknown, lines: MemberLines): readonly string[] {
  return lines.flatMap((line) => {
    const [place = '', members = ''] = line.split(':')
    const objects = valuesAt(answer, place.trim()).filter(
      (item): item is object => typeof item === 'object' && item !== null,
    )
    if (objects.length === 0) return [`nothing at ${place.trim()}`]
    return members
      .split(' ')
      .filter((name) => name !== '')
      .flatMap((name) => {
        const plain = name.replace('?', '')
        const good = name.endsWith('?')
          ? objects.some((item) => plain in item)
          : objects.every((item) => plain in item)
        return good ? [] : [`${place.trim()}.${plain}`]
      })
  })
}

/**
 * Returns the places of numbers that are not integers: money, prices, quantities and ratios are
 * sent as text.
 */
export function unquotedFractions(value: unknown, path = ''): readonly string[] {
  if (typeof value === 'number') return Number.isSafeInteger(value) ? [] : [path]
  if (Array.isArray(value)) {
    return value.flatMap((item, index) => unquotedFractions(item, `${path}[${index}]`))
  }
  return typeof value === 'object' && value !== null
    ? Object.entries(value).flatMap(([name, member]) =>
        unquotedFractions(member, `${path}.${name}`),
      )
    : []
}

/** Returns the places with a value outside its published enumeration. */
export function unknownMembers(value: unknown, path = ''): readonly string[] {
  if (value === UNKNOWN) return [path]
  if (Array.isArray(value)) {
    return value.flatMap((item, index) => unknownMembers(item, `${path}[${index}]`))
  }
  return typeof value === 'object' && value !== null
    ? Object.entries(value).flatMap(([name, member]) => unknownMembers(member, `${path}.${name}`))
    : []
}

/** True for a list without elements: the answer itself, its `data` or its `result`. */
export function isEmptyList(answer: unknown): boolean {
  if (Array.isArray(answer)) return answer.length === 0
  if (typeof answer !== 'object' || answer === null) return false
  const list =
    (answer as Record<string, unknown>)['data'] ?? (answer as Record<string, unknown>)['result']
  return Array.isArray(list) && list.length === 0
}
