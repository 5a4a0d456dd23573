import type { Chance } from './random.js'

const TEXTS: readonly string[] = [
  '',
  ' ',
  '0',
  '-0',
  '1',
  '-1',
  '1e400',
  '1e-400',
  'NaN',
  'Infinity',
  '0x10',
  '٣',
  '9'.repeat(40),
  '0.' + '0'.repeat(60) + '1',
  '1,000',
  '1.2.3',
  'null',
  'undefined',
  'true',
  '__proto__',
  'constructor',
  'toString',
  '../../etc/passwd',
  '%00',
  '%',
  '%zz',
  '\u0000',
  '\ud800',
  '\u202e',
  '👩\u200d🚀',
  'é',
  'A'.repeat(300),
  'ä'.repeat(5_000),
  "'; DROP TABLE orders; --",
  '<script>',
  '${7*7}',
  '[]',
  '{}',
  'AAPL',
  'AAPL,AAPL',
  ',,,',
  'US_STOCK',
  'us_stock',
  '2026-02-30',
  '2026-11-20T10:00:00.000Z',
  '0000-00-00T00:00:00.000Z',
  '+275760-09-13T00:00:00.001Z',
  '-271821-04-20',
  '9007199254740993',
  '253402300800000',
  'eyJ2IjoxfQ==',
  'eyJ2IjoxLCJsYXN0SWQiOiIxIiwicGFnZUluZGV4IjotMSwicGFnZVNpemUiOjFlOTksImNvbmRpdGlvbiI6IiJ9',
  '====',
]

/** Returns a value that a careless server might mishandle. */
export function oddValue(chance: Chance, depth = 0): unknown {
  switch (chance.below(12)) {
    case 0:
      return null
    case 1:
      return chance.pick([0, -1, 1e308, -0, 1.5, Number.MAX_SAFE_INTEGER + 2, 1e-320])
    case 2:
      return chance.once(2)
    case 3:
      return depth > 2
        ? []
        : Array.from({ length: chance.below(4) }, () => oddValue(chance, depth + 1))
    case 4:
      return depth > 2
        ? {}
        : Object.fromEntries(
            Array.from({ length: chance.below(4) }, () => [
              chance.pick(TEXTS),
              oddValue(chance, depth + 1),
            ]),
          )
    case 5:
      return nest(chance.below(400))
    default:
      return chance.pick(TEXTS)
  }
}

const nest = (depth: number): unknown => {
  let value: unknown = 'core'
  for (let left = depth; left > 0; left -= 1) value = left % 2 === 0 ? [value] : { in: value }
  return value
}

export const oddText = (chance: Chance): string =>
  chance.once(8) ? chance.bytes(chance.below(40)).toString('latin1') : chance.pick(TEXTS)

/**
 * Returns `value` with one place changed: replaced, removed, duplicated, or with an unknown member.
 */
export function mutated(chance: Chance, value: unknown): unknown {
  if (Array.isArray(value)) {
    const list: unknown[] = [...(value as unknown[])]
    const index = chance.below(Math.max(1, list.length))
    switch (chance.below(5)) {
      case 0:
        list.splice(index, 1)
        return list
      case 1:
        return [...list, ...list]
      case 2:
        return Array.from({ length: chance.pick([0, 51, 101, 1_001]) }, () => list[index])
      default:
        list[index] =
          list.length === 0 || chance.once(2) ? oddValue(chance) : mutated(chance, list[index])
        return list
    }
  }
  if (typeof value === 'object' && value !== null) {
    const names = Object.keys(value)
    const name = names.length === 0 || chance.once(8) ? chance.pick(TEXTS) : chance.pick(names)
    const members: Record<string, unknown> = { ...value }
    if (chance.once(4)) delete members[name]
    else {
      Object.defineProperty(members, name, {
        value: chance.once(2) ? oddValue(chance) : mutated(chance, members[name]),
        enumerable: true,
        configurable: true,
        writable: true,
      })
    }
    return members
  }
  return chance.once(3) && typeof value === 'string'
    ? `${value}${oddText(chance)}`
    : oddValue(chance)
}
