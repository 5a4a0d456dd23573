import { describe, expect, it } from 'vitest'
import {
  accountJournal,
  lotsOf,
  tripsOf,
} from '../../../../../electron/core/records/journal/report.js'
import { NoteIndex } from '../../../../../electron/core/records/journal/notes/note-entry.js'
import { lotColumns, tripColumns } from '../../../../../renderer/panels/journal/journal-columns.js'
import { RecordExport } from '../../../../../renderer/ui/records/export-records.js'
import { matchesSymbol } from '../../../../../renderer/ui/records/record-columns.js'
import type { Column } from '../../../../../renderer/ui/table/column.js'
import {
  keyParts,
  type InstrumentKey,
} from '../../../../../shared/domain/instruments/instrument-key.js'
import { panelText as text } from '../../../../../shared/messages/en/window/panels/index.js'
import { finished, noon, recordsOf } from '../../../core/records/journal/record-builder.js'

const ALL = { from: null, to: null }
const OPTION = 'option KO261218C00060000'
const NAMES: Readonly<Record<string, string>> = {
  'stock KO': 'KO',
  'stock PEP': 'PEP',
  'stock F': 'F',
  [OPTION]: 'KO 18 Dec 26 60 C',
}

/** Orders that filled at once; negative quantities are sales. */
const ORDERS = [
  ['o-buy-ko-1', '2025-01-10', 'stock KO', '10', '60.10', '0.10'],
  ['o-buy-ko-2', '2025-07-01', 'stock KO', '10', '62.30', '0.20'],
  ['o-sell-ko-1', '2026-01-12', 'stock KO', '-15', '61.05', '0.30'],
  ['o-short-pep', '2026-07-01', 'stock PEP', '-8', '150.25', '0.08'],
  ['o-cover-pep', '2026-07-02', 'stock PEP', '8', '148.00', '0.16'],
  ['o-buy-f', '2026-07-02', 'stock F', '0.50', '11.34', '0.02'],
  ['o-sell-f-1', '2026-07-06', 'stock F', '-0.25', '12.00', '0.01'],
  ['o-sell-f-2', '2026-07-06', 'stock F', '-0.25', '10.00', '0.01'],
  ['o-sell-ko-2', '2026-07-06', 'stock KO', '-5', '70.00', '0.10'],
  ['o-buy-call', '2026-11-02', OPTION, '2', '1.25', '1.30'],
  ['o-sell-call', '2026-11-03', OPTION, '-2', '0.40', '1.30'],
] as const

const RECORDS = recordsOf(
  ORDERS.map(([id, day, key, quantity, price, fees]) => ({
    id,
    day,
    key,
    quantity,
    price,
    fees,
    multiplier: key === OPTION ? '100' : '1',
  })),
)

/** Hundredths of a text such as "-0.25" or "150.25". */
const hundredths = (plain: string): number => {
  const [units = '', places = ''] = plain.replace('-', '').split('.')
  return Number(units) * 100 + Number(places.padEnd(2, '0').slice(0, 2))
}

/** One hundredth of a unit of an instrument; money is in 1/10000 USD. */
interface Unit {
  readonly order: string
  readonly day: string
  readonly value: number
  readonly fee: number
  readonly sign: 1 | -1
}
interface Pair {
  readonly key: string
  readonly open: Unit
  readonly close: Unit
}

/** The independent calculation: every hundredth of a unit is an entry of a queue of its own. */
function pairs(): readonly Pair[] {
  const queues = new Map<string, Unit[]>()
  const matched: Pair[] = []
  for (const [order, day, key, quantity, price, fees] of ORDERS) {
    const count = hundredths(quantity)
    const queue = queues.get(key) ?? []
    queues.set(key, queue)
    for (let index = 0; index < count; index += 1) {
      const unit: Unit = {
        order,
        day,
        value: hundredths(price) * (key === OPTION ? 100 : 1),
        fee: (hundredths(fees) * 100) / count,
        sign: quantity.startsWith('-') ? -1 : 1,
      }
      const [first] = queue
      if (first === undefined || first.sign === unit.sign) queue.push(unit)
      else matched.push({ key, open: queue.shift() ?? first, close: unit })
    }
  }
  return matched
}

/** Groups pairs, each group in the order in which it appeared. */
function grouped(
  all: readonly Pair[],
  nameOf: (pair: Pair) => string,
): readonly (readonly Pair[])[] {
  const groups = new Map<string, Pair[]>()
  for (const pair of all) {
    const name = nameOf(pair)
    groups.set(name, [...(groups.get(name) ?? []), pair])
  }
  return [...groups.values()]
}

const total = (units: readonly Pair[], figureOf: (pair: Pair) => number): number =>
  units.reduce((sum, pair) => sum + figureOf(pair), 0)

/** Writes an integer of 10^-places without a loss: "-1.25". */
function plain(value: number, places: number): string {
  const digits = String(Math.abs(value)).padStart(places + 1, '0')
  const text = `${digits.slice(0, -places)}.${digits.slice(-places)}`.replace(/\.?0+$/, '')
  return value < 0 ? `-${text}` : text
}
/** A figure of the file without the zeros at its end; anything but a plain number stays. */
const trimmed = (cell: string): string =>
  /^-?\d+\.\d+$/.test(cell) ? cell.replace(/\.?0+$/, '') : cell

/** Rounds 1/10000 USD to cents, halves to the even cent; the result is in 1/10000 USD again. */
function inCents(value: number): number {
  const [cents, rest] = [Math.floor(value / 100), ((value % 100) + 100) % 100]
  const isUp = rest > 50 || (rest === 50 && cents % 2 !== 0)
  return (isUp ? cents + 1 : cents) * 100
}

const isSummer = (day: string): boolean => day.slice(5, 7) === '07'
/** 17:00 UTC at the exchange, in ISO 8601 with its zone. */
const iso = (day: string): string =>
  isSummer(day) ? `${day}T13:00:00.000-04:00` : `${day}T12:00:00.000-05:00`

const proceedsOf = ({ open, close }: Pair): number =>
  open.sign === 1 ? close.value - close.fee : open.value - open.fee
const costOf = ({ open, close }: Pair): number =>
  open.sign === 1 ? open.value + open.fee : close.value + close.fee

function lotLine(part: readonly Pair[]): readonly string[] {
  const [{ key, open, close } = part[0] as Pair] = part
  const isLong = open.sign === 1
  const [acquired, sold] = isLong ? [open.day, close.day] : [close.day, open.day]
  const [proceeds, cost] = [inCents(total(part, proceedsOf)), inCents(total(part, costOf))]
  const [year = '', month = '', date = ''] = open.day.split('-')
  const longFrom = `${Number(year) + 1}-${month}-${String(Number(date) + 1).padStart(2, '0')}`
  return [
    NAMES[key] ?? '',
    plain(part.length, 2),
    acquired,
    sold,
    plain(proceeds, 4),
    plain(cost, 4),
    plain(proceeds - cost, 4),
    isLong && close.day >= longFrom ? 'Long-term' : 'Short-term',
    isLong ? 'Long' : 'Short',
    iso(close.day),
  ]
}

const orders = (part: readonly Pair[]): number =>
  new Set(part.flatMap(({ open, close }) => [open.order, close.order])).size

function tripLine(part: readonly Pair[]): readonly string[] {
  const first = part[0] as Pair
  const last = part.at(-1) as Pair
  const multiplier = first.key === OPTION ? 100 : 1
  // 1/10000 USD over hundredths of units, to four places more.
  const average = (figureOf: (pair: Pair) => number): string =>
    plain((total(part, figureOf) * 10_000) / (part.length * multiplier), 6)
  return [
    NAMES[first.key] ?? '',
    iso(last.close.day),
    iso(first.open.day),
    first.open.sign === 1 ? 'Long' : 'Short',
    plain(part.length, 2),
    average(({ open }) => open.value),
    average(({ close }) => close.value),
    String(orders(part)),
    plain(
      total(part, ({ open, close }) => open.fee + close.fee),
      4,
    ),
    plain(total(part, proceedsOf) - total(part, costOf), 4),
    'By hand',
    first.key === 'stock PEP' ? "squeeze; '=risky" : '',
    first.key === 'stock PEP' ? 'Said "wait",\nthen did not' : '',
  ]
}

/** Reads RFC 4180 character by character. */
function cells(csv: string): readonly (readonly string[])[] {
  const lines: string[][] = []
  let [line, cell, isQuoted]: [string[], string, boolean] = [[], '', false]
  for (let index = 0; index < csv.length; index += 1) {
    const char = csv[index] ?? ''
    if (isQuoted) {
      if (char !== '"') cell += char
      else if (csv[index + 1] === '"') {
        cell += '"'
        index += 1
      } else isQuoted = false
    } else if (char === '"') isQuoted = true
    else if (char === ',') {
      line.push(cell)
      cell = ''
    } else if (char === '\n') {
      lines.push([...line, cell.replace(/\r$/, '')])
      ;[line, cell] = [[], '']
    } else cell += char
  }
  return lines
}

interface KeyedRow {
  readonly key: InstrumentKey
}

/** Exports a list of three rows a page, as the panel does. */
async function exported<T extends KeyedRow>(
  rows: readonly T[],
  columns: readonly Column<T>[],
  symbol: string,
): Promise<readonly (readonly string[])[]> {
  let csv = ''
  const job = new RecordExport<T, T>({
    columns,
    lines: (row) => [row],
    source: {
      key: '',
      matches: ({ key }) => matchesSymbol(keyParts(key).symbol, symbol),
      read(cursor) {
        const from = Number(cursor ?? '0')
        const next = from + 3
        return Promise.resolve({
          ok: true,
          value: {
            rows: rows.slice(from, next),
            cursor: next < rows.length ? String(next) : null,
          },
        })
      },
    },
    send: (part) => {
      csv += part
      return Promise.resolve(true)
    },
    onProgress: () => undefined,
    cancelled: () => false,
    wait: () => Promise.resolve(),
  })
  expect((await job.run()).outcome).toBe('done')
  return cells(csv)
}

const NOTES = new NoteIndex([
  {
    tripId: 'xo-short-pep',
    key: 'stock PEP' as InstrumentKey,
    closedAt: noon('2026-07-02'),
    note: 'Said "wait",\nthen did not',
    tags: ['squeeze', '=risky'],
    pictures: [],
  },
])
const journal = finished(accountJournal(RECORDS))
const byText = (a: readonly string[], b: readonly string[]): number =>
  a.join().localeCompare(b.join())
const sorted = (lines: readonly (readonly string[])[]) =>
  lines.map((line) => line.map(trimmed)).toSorted(byText)
const ofSymbol = (line: readonly string[], symbol: string) => line[0]?.startsWith(symbol) === true

describe('JOURNAL: the file of the lots for taxes', () => {
  const lines = grouped(pairs(), ({ key, open, close }) => `${key} ${open.order} ${close.order}`)

  it('has every lot with exact figures, as a calculation unit by unit has it', async () => {
    const [head, ...rows] = await exported(lotsOf(journal, ALL), lotColumns(text), '')

    expect(head).toEqual([
      'Instrument',
      'Quantity',
      'Acquired',
      'Sold',
      'Proceeds',
      'Cost',
      'Proceeds less cost, first in, first out, after fees',
      'Term',
      'Direction',
      'Closed, New York time (ET)',
    ])
    expect(rows).toHaveLength(7)
    expect(sorted(rows)).toEqual(sorted(lines.map(lotLine)))
  })

  it('has every lot that the filter matches, on whichever page, and no other', async () => {
    const [, ...rows] = await exported(lotsOf(journal, ALL), lotColumns(text), 'KO')

    const expected = lines.map(lotLine).filter((line) => ofSymbol(line, 'KO'))
    expect(expected).toHaveLength(4)
    expect(sorted(rows)).toEqual(sorted(expected))
  })
})

describe('JOURNAL: the file of the round trips', () => {
  const columns = tripColumns(text, ({ notes }) => notes, true)
  const trips = tripsOf(journal, ALL, NOTES)
  const lines = grouped(pairs(), ({ key }) => key).map(tripLine)

  it('has every field with exact figures, the tags and the note', async () => {
    const [head, ...rows] = await exported(trips, columns, '')

    expect(head).toEqual([
      'Instrument',
      'Closed, New York time (ET)',
      'Opened, New York time (ET)',
      'Direction',
      'Max size',
      'Avg entry',
      'Avg exit',
      'Fills',
      'Fees',
      'Realized P&L over the average cost, after fees',
      'Source',
      'Tags',
      'Note',
    ])
    expect(rows).toHaveLength(4)
    expect(sorted(rows)).toEqual(sorted(lines))
  })

  it('has every round trip that the filter matches', async () => {
    const [, ...rows] = await exported(trips, columns, 'P')
    expect(sorted(rows)).toEqual(sorted(lines.filter((line) => ofSymbol(line, 'P'))))
  })

  it('cannot run a formula: a tag that looks like one begins with an apostrophe', async () => {
    const [pep, ...rest] = trips.filter(({ key }) => key === 'stock PEP')
    expect(rest).toEqual([])
    const notes = { note: '=1+1', tags: ['=2+2'], pictures: [] }
    const [, row] = await exported(pep === undefined ? [] : [{ ...pep, notes }], columns, '')
    expect(row?.slice(-2)).toEqual(["'=2+2", "'=1+1"])
  })
})
