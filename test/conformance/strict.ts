import { UNKNOWN } from '../../shared/wire/fields.js'

/**
 * The contract's members of an answer, in lines of the form `place: member member? …`: a place is a
 * path such as `data[].orders[]`
 * (empty = the answer itself). Every object there has each member (null counts, contract/trading.md
 * "Conventions"); one with a
 * question mark stands in at least one of them.
 */
export type MemberLines = readonly string[]

/** All objects at a path below `value`. */
function at(value: unknown, path: string): readonly unknown[] {
  let found: unknown[] = [value]
  for (const step of path.split('.').filter((one) => one !== '')) {
    const [name = '', ...lists] = step.split('[]')
    if (name !== '') {
      found = found.flatMap((one) =>
        typeof one === 'object' && one !== null && name in one
          ? [(one as Record<string, unknown>)[name]]
          : [],
      )
    }
    for (const _ of lists) {
      found = found.flatMap((one) => (Array.isArray(one) ? (one as unknown[]) : []))
    }
  }
  return found
}

/** What the answer lacks of the contract's members; empty when it has them all. */
export function lacking(answer: unknown, lines: MemberLines): readonly string[] {
  return lines.flatMap((line) => {
    const [place = '', members = ''] = line.split(':')
    const objects = at(answer, place.trim()).filter(
      (one): one is object => typeof one === 'object' && one !== null,
    )
    if (objects.length === 0) return [`nothing at ${place.trim()}`]
    return members
      .split(' ')
      .filter((name) => name !== '')
      .flatMap((name) => {
        const plain = name.replace('?', '')
        const good = name.endsWith('?')
          ? objects.some((one) => plain in one)
          : objects.every((one) => plain in one)
        return good ? [] : [`${place.trim()}.${plain}`]
      })
  })
}

/**
 * Places where a number is no whole number: money, prices, quantities and ratios travel as text
 * (contract README, 2).
 */
export function fractions(value: unknown, path = ''): readonly string[] {
  if (typeof value === 'number') return Number.isSafeInteger(value) ? [] : [path]
  if (Array.isArray(value)) {
    return value.flatMap((one, index) => fractions(one, `${path}[${index}]`))
  }
  return typeof value === 'object' && value !== null
    ? Object.entries(value).flatMap(([name, one]) => fractions(one, `${path}.${name}`))
    : []
}

/** Places where the exchange spoke a word that the contract's enumeration does not have. */
export function strangers(value: unknown, path = ''): readonly string[] {
  if (value === UNKNOWN) return [path]
  if (Array.isArray(value)) {
    return value.flatMap((one, index) => strangers(one, `${path}[${index}]`))
  }
  return typeof value === 'object' && value !== null
    ? Object.entries(value).flatMap(([name, one]) => strangers(one, `${path}.${name}`))
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
