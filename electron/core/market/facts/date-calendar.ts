import type { Symbol } from '../../../../shared/domain/ids.js'
import type { AnyInstrument } from '../../../../shared/domain/instruments/any-instrument.js'
import { parseOcc } from '../../../../shared/domain/instruments/option.js'
import { symbolClass } from '../../../../shared/domain/instruments/symbol-class.js'
import { exchangeClock } from '../../../../shared/domain/market/exchange-time.js'
import type { CalendarEntry, CalendarView } from '../../../../shared/domain/reference/calendar.js'
import type {
  CorporateAction,
  Dividend,
  Earnings,
} from '../../../../shared/domain/reference/fundamentals.js'
import type { Result } from '../../../../shared/domain/result.js'
import { DAY_MS, epochMs, type EpochMs } from '../../../../shared/domain/time.js'
import type { LiveValue } from '../../live-values.js'
import type { NetworkPort } from '../../net-ports.js'
import type { TimerPort } from '../../ports.js'
import { PolledValue } from '../polling/polled-value.js'
import type { CompanyReader } from './company-reader.js'
import { isAbsent } from './polled-list.js'
import type { FactsPort } from './facts-port.js'

/** Dates of the last weeks stay in view: what has just happened explains a price. */
const PAST_MS = 45 * DAY_MS
/** Symbols are read a few at a time, because each needs two requests of a common budget. */
const A_TURN = 3
const TURN_MS = 2_000
/** The longest pause after a round in which a read failed. */
const RETRY_MS = 30_000
/** Dates change from day to day. */
const REFRESH_MS = 30 * 60_000

export interface DateCalendarDeps {
  readonly reader: CompanyReader
  readonly port: () => Promise<Pick<FactsPort, 'splits'>>
  readonly describe: (symbol: Symbol) => Promise<Result<AnyInstrument | null, unknown>>
  readonly timers: TimerPort
  readonly network?: NetworkPort | undefined
  readonly exchangeNow: () => EpochMs
}

type Dates = readonly CalendarEntry[] | null

/** The dates of symbols that are held or watched, read while somebody watches them. */
export class DateCalendar {
  readonly #deps: DateCalendarDeps
  readonly #views = new Map<string, CalendarWatch>()

  constructor(deps: DateCalendarDeps) {
    this.#deps = deps
    // Both live as long as the session.
    deps.reader.onForgotten(() => {
      for (const { source, value } of this.#views.values()) {
        source.restart()
        value.readAgain()
      }
    })
  }

  /** Returns the dates of these symbols, live; they come symbol by symbol. */
  dates(symbols: readonly Symbol[]): LiveValue<CalendarView> {
    const sortedSymbols = [...new Set(symbols)].toSorted()
    const key = sortedSymbols.join()
    const known = this.#views.get(key)
    if (known !== undefined) return known.value
    const source = new CalendarSource(sortedSymbols, this.#deps)
    const polled = new PolledValue<CalendarView>({
      initial: {
        entries: [],
        read: 0,
        total: sortedSymbols.length,
        failed: [],
        splitsUnread: false,
      },
      read: () => source.next(),
      pauseMs: ({ read, total }) => (read < total ? TURN_MS : REFRESH_MS),
      retry: {
        isDue: ({ read, total, failed, splitsUnread }) =>
          read === total && (failed.length > 0 || splitsUnread),
        maxMs: RETRY_MS,
      },
      timers: this.#deps.timers,
      network: this.#deps.network,
      onIdle: () => this.#views.delete(key),
    })
    this.#views.set(key, { source, value: polled })
    return polled
  }
}

/** One list of symbols that is watched. */
interface CalendarWatch {
  readonly source: CalendarSource
  readonly value: PolledValue<CalendarView>
}

/** Reads the dates of one list of symbols, a few of them at every turn. */
class CalendarSource {
  readonly #symbols: readonly Symbol[]
  readonly #deps: DateCalendarDeps
  readonly #dates = new Map<Symbol, readonly CalendarEntry[]>()
  readonly #failed = new Set<Symbol>()
  #due: Symbol[] = []
  #actions: readonly CorporateAction[] = []
  #actionsDue = true

  constructor(symbols: readonly Symbol[], deps: DateCalendarDeps) {
    this.#symbols = symbols
    this.#deps = deps
    this.#due = [...symbols]
  }

  /** Begins a new round with every symbol; what was read stays until it is replaced. */
  restart(): void {
    this.#due = [...this.#symbols]
    this.#actionsDue = true
  }

  async next(): Promise<CalendarView> {
    const from = exchangeClock(epochMs(this.#deps.exchangeNow() - PAST_MS)).day
    if (this.#due.length === 0) this.#begin()
    if (this.#actionsDue) await this.#readActions(from)
    const turn = this.#due.splice(0, A_TURN)
    await Promise.all(
      turn.map(async (symbol) => {
        const dates = await this.#datesOf(symbol)
        if (dates === null) this.#failed.add(symbol)
        else {
          this.#failed.delete(symbol)
          this.#dates.set(symbol, dates)
        }
      }),
    )
    return this.#view(from)
  }

  /** Begins a round: what failed in the one before, or everything again. */
  #begin(): void {
    if (this.#failed.size > 0) this.#due = [...this.#failed]
    else if (!this.#actionsDue) {
      this.#due = [...this.#symbols]
      this.#actionsDue = true
    }
  }

  #view(from: string): CalendarView {
    const wanted = new Set<string>(this.#symbols)
    const actions = this.#actions.flatMap((action) =>
      action.valid && wanted.has(action.symbol) ? toActionEntry(action) : [],
    )
    return {
      entries: [...[...this.#dates.values()].flat(), ...actions]
        .filter(({ day }) => day >= from)
        .toSorted((a, b) => a.day.localeCompare(b.day) || a.symbol.localeCompare(b.symbol, 'en')),
      read: this.#symbols.length - this.#due.length,
      total: this.#symbols.length,
      failed: [...this.#failed],
      splitsUnread: this.#actionsDue,
    }
  }

  /** Splits are read for the whole market at once; a broker without them has none to show. */
  async #readActions(from: string): Promise<void> {
    const answer = await (await this.#deps.port()).splits(from)
    if (answer.ok) this.#actions = answer.value
    this.#actionsDue = !answer.ok && !isAbsent(answer.error)
  }

  /** Returns the dates of one symbol; null when they could not be read. */
  #datesOf(symbol: Symbol): Promise<Dates> {
    switch (symbolClass(symbol)) {
      case 'stock':
        return this.#stockDates(symbol)
      case 'option': {
        const day = parseOcc(symbol)?.expiration
        return Promise.resolve(
          day === undefined ? [] : [{ kind: 'expiration', symbol, day } as const],
        )
      }
      case 'futures':
      case 'event':
        return this.#lastDay(symbol)
      case 'crypto':
        return Promise.resolve([])
    }
  }

  async #stockDates(symbol: Symbol): Promise<Dates> {
    const { reader } = this.#deps
    const [earnings, dividends] = await Promise.all([
      reader.section(symbol, 'earnings', 'annual'),
      reader.section(symbol, 'dividends', 'annual'),
    ])
    if (!earnings.ok || !dividends.ok) return null
    return [
      ...(earnings.value ?? []).flatMap((row) => toEarningsEntry(symbol, row)),
      ...(dividends.value ?? []).flatMap((row) => toDividendEntry(symbol, row)),
    ]
  }

  async #lastDay(symbol: Symbol): Promise<Dates> {
    const answer = await this.#deps.describe(symbol)
    if (!answer.ok) return null
    const found = answer.value
    const last =
      found?.assetClass === 'futures' || found?.assetClass === 'event'
        ? found.lastTradingDate
        : null
    return last === null ? [] : [{ kind: 'expiration', symbol, day: last.slice(0, 10) }]
  }
}

/** Returns when a report is expected; nothing where no day is known. */
export const toEarningsEntry = (symbol: Symbol, row: Earnings): readonly CalendarEntry[] =>
  row.expected === null
    ? []
    : [
        {
          kind: 'earnings',
          symbol,
          day: row.expected,
          year: row.year,
          period: row.period,
          eps: row.eps,
          epsEstimate: row.epsEstimate,
          revenueEstimate: row.revenueEstimate,
        },
      ]

/** Returns the first day without a dividend; nothing where no day is known. */
export const toDividendEntry = (symbol: Symbol, row: Dividend): readonly CalendarEntry[] =>
  row.exDate === null
    ? []
    : [
        {
          kind: 'ex-dividend',
          symbol,
          day: row.exDate,
          amount: row.amount,
          currency: row.currency,
          payDate: row.payDate,
        },
      ]

const toActionEntry = ({ symbol, kind, date, before, after }: CorporateAction) =>
  date === null ? [] : [{ kind: 'action' as const, symbol, day: date, action: kind, before, after }]
