import { describe, expect, it } from 'vitest'
import { confirmText } from '../../../../shared/messages/en/window/confirm.js'
import { panelText as text } from '../../../../shared/messages/en/window/panels/index.js'
import { confirmText as confirmTextEs } from '../../../../shared/messages/translations/es/window/confirm.js'
import { panelText as textEs } from '../../../../shared/messages/translations/es/window/panels/index.js'

type TextEntry = readonly [path: string, value: unknown]

/** Lists every entry of a catalogue with its path: "orders.heads.symbol". */
function entriesOf(value: unknown, path = ''): readonly TextEntry[] {
  if (typeof value !== 'object' || value === null) return [[path, value]]
  return Object.entries(value).flatMap(([key, inner]) =>
    entriesOf(inner, path === '' ? key : `${path}.${key}`),
  )
}

const CATALOGUES = [
  ['the main window', text, textEs],
  ['the confirm window', confirmText, confirmTextEs],
] as const

/**
 * Texts that are the same in both languages: names, codes, marks, units, and words that Spanish
 * spells alike.
 */
const SAME = new Set([
  'API',
  'Ask',
  'Asks',
  'Bid',
  'Bids',
  'Color',
  'Countersign',
  'Delta',
  'Esc',
  'FOK',
  'GTC',
  'GTD',
  'General',
  'Hash',
  'IOC',
  'Local',
  'Ratios',
  'Sandbox',
  'Sector',
  'Stop',
  'stop',
  'P&L (FIFO)',
  'Total',
  'Total ($)',
  'Token',
  'Vol',
])
const isSame = (value: string): boolean =>
  SAME.has(value) ||
  !/[a-z]{3}/i.test(value) ||
  /^(\d+ min$|Ctrl|Shift|Home|Enter|Delete|Alt|https?:)/.test(value)

/** Shared by both languages on purpose. */
const SAME_PATHS: readonly RegExp[] = [
  /^sides\.roll$/,
  /^alerts\.indicators\.(macd|vwap)$/,
  /^chartView\.zones\.utc$/,
  /^priceLadder\.kinds\.(stop|stop-limit)$/,
  /^about\.chartsNotice$/,
  /^markets\.stockKinds\.(etf|warrant)$/,
  /^records\.(methods\.acats|heads\.cusip)$/,
  /^institution\.kinds\.json$/,
  /^profiles\.proxy$/,
  /^log\.families\.broker$/,
  /^records\.brokerTerms\.(ACH|INDIVIDUAL)$/,
  /^indicators\.(short\.|names\.(macd|supertrend)$|styles\.heikin-ashi$)/,
  /^indicators\.(parameters\.(base|spanB)|plots\.|profile\.)/,
  /^instruments\.strategies\./,
  /^orders\.combos\.(bracket|oto|oco|otoco)$/,
  /^strategy\.(names\.|greeks\.|natural$)/,
  /^options\.(heads\.(delta|gamma|theta|vega)|sides\.(call|put))$/,
  /^settings\.preferences\.(killShortcut|language)\.names\./,
]

describe.each(CATALOGUES)('the texts of %s', (_name, english, spanish) => {
  const en = entriesOf(english)
  const es = new Map(entriesOf(spanish))

  it('have the same entries in both languages', () => {
    expect([...es.keys()].toSorted()).toEqual(en.map(([path]) => path).toSorted())
  })

  it('take the same parameters in both languages', () => {
    const differing = en.filter(([path, value]) => {
      const other = es.get(path)
      if (typeof value !== typeof other) return true
      return typeof value === 'function' && typeof other === 'function'
        ? other.length > value.length
        : false
    })
    expect(differing.map(([path]) => path)).toEqual([])
  })

  it('are translated, except names and codes', () => {
    const untranslated = en.filter(
      ([path, value]) =>
        typeof value === 'string' &&
        es.get(path) === value &&
        !isSame(value) &&
        !SAME_PATHS.some((same) => same.test(path)),
    )
    expect(untranslated.map(([path, value]) => `${path}: ${String(value)}`)).toEqual([])
  })

  it('have no empty text where the other language has one', () => {
    const empty = en.filter(([path, value]) => (value === '') !== (es.get(path) === ''))
    expect(empty.map(([path]) => path)).toEqual([])
  })
})

it('allows no text to be the same that differs', () => {
  const same = new Set(
    CATALOGUES.flatMap(([, english, spanish]) => {
      const es = new Map(entriesOf(spanish))
      return entriesOf(english).flatMap(([path, value]) => (es.get(path) === value ? [value] : []))
    }),
  )
  expect([...SAME].filter((value) => !same.has(value))).toEqual([])
})
