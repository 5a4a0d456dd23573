import { appError, type AppError } from '../../../../shared/domain/app/app-error.js'
import { decimalText, eq, isZero, trim } from '../../../../shared/domain/decimal.js'
import type { Environment } from '../../../../shared/domain/environment.js'
import type { Symbol } from '../../../../shared/domain/ids.js'
import type {
  AnyInstrument,
  StockInstrument,
} from '../../../../shared/domain/instruments/any-instrument.js'
import type { Bar, Timespan } from '../../../../shared/domain/market/bar.js'
import {
  OPEN_MINUTE,
  postCloseMinute,
  PRE_OPEN_MINUTE,
  closeMinute,
  exchangeClock,
  exchangeInstant,
  isTradingDay,
  type ExchangeDay,
} from '../../../../shared/domain/market/exchange-time.js'
import { err, ok, type Result } from '../../../../shared/domain/result.js'
import { epochMs, type EpochMs } from '../../../../shared/domain/time.js'
import { message } from '../../../../shared/messages/make-message.js'
import type { Message } from '../../../../shared/messages/message.js'
import {
  zRecordedBars,
  type RecordedBar,
  type RecordedBars,
} from '../../../../shared/practice/recorded-bars.js'

/** Reads bars and instruments as the chart does. */
export interface RecordingSource {
  readonly market: {
    describeInstrument(symbol: Symbol): Promise<Result<AnyInstrument | null, AppError>>
    bars(query: {
      readonly symbol: Symbol
      readonly timespan: Timespan
      readonly before: EpochMs | null
      readonly count: number
    }): Promise<Result<{ readonly bars: readonly Bar[]; readonly more: boolean }, AppError>>
  }
}

export interface RecordingRequest {
  readonly symbol: Symbol
  readonly day: ExchangeDay
  /** The exchange's present time. */
  readonly now: EpochMs
  /** Where the bars come from, for the window. */
  readonly source: { readonly environment: Environment; readonly profile: string }
}

/** Bars of one request, and how often minutes are requested: the day and some days before it. */
const PAGE = 1_200
const MINUTE_PAGES = 3

/**
 * Reads the minute bars of a past day of a stock, with some days of minutes and the daily bars
 * before it. Refused, with the reason, for other products, for a day that is not over, and when the
 * broker gives no bars of it or bars that the practice exchange cannot play exactly.
 */
export async function recordBars(
  reader: RecordingSource,
  request: RecordingRequest,
): Promise<Result<RecordedBars, AppError>> {
  const { symbol, day, now, source } = request
  const end = endOf(day, now)
  if (end === null) return refused(message('practice.dayNotOver', { day }))
  const stock = await stockOf(reader, symbol)
  if (!stock.ok) return stock
  const minutes = await readMinutes(reader, symbol, end)
  if (!minutes.ok) return minutes
  const [open, close] = [exchangeInstant(day, OPEN_MINUTE), exchangeInstant(day, closeMinute(day))]
  if (!minutes.value.some(({ time }) => time >= open && time < close)) {
    return refused(message('practice.noBars', { symbol, day }))
  }
  const days = await reader.market.bars({
    symbol,
    timespan: 'D',
    before: exchangeInstant(day, 0),
    count: PAGE,
  })
  if (!days.ok) return days
  return checked({
    symbol,
    name: stock.value.name.slice(0, 200),
    exchange: stock.value.exchange.slice(0, 20),
    kind: stock.value.kind === 'etf' ? 'etf' : 'stock',
    shortable: stock.value.shortable,
    fractionable: stock.value.fractionable,
    marginable: stock.value.marginable,
    day,
    end,
    source,
    minutes: recorded(withoutPart(minutes.value, day)),
    days: recorded(days.value.bars),
  })
}

/**
 * Returns where the recording of a day ends: after hours, or at the close while those still last.
 * Null for a day that is not over, or on which nothing trades.
 */
function endOf(day: ExchangeDay, now: EpochMs): EpochMs | null {
  if (!isTradingDay(day)) return null
  const ends = [postCloseMinute(day), closeMinute(day)].map((minute) =>
    exchangeInstant(day, minute),
  )
  return ends.find((end) => end <= now) ?? null
}

async function stockOf(
  reader: RecordingSource,
  symbol: Symbol,
): Promise<Result<StockInstrument, AppError>> {
  const found = await reader.market.describeInstrument(symbol)
  if (!found.ok) return found
  if (found.value === null) return refused(message('practice.replayNotListed', { symbol }))
  return found.value.assetClass === 'stock'
    ? ok(found.value)
    : refused(message('practice.replayStocksOnly', { symbol }))
}

/** Reads minutes before a time, oldest first, with several days where the broker gives them. */
async function readMinutes(
  reader: RecordingSource,
  symbol: Symbol,
  end: EpochMs,
): Promise<Result<readonly Bar[], AppError>> {
  const pages: (readonly Bar[])[] = []
  let before = end
  while (pages.length < MINUTE_PAGES) {
    const answer = await reader.market.bars({ symbol, timespan: 'M1', before, count: PAGE })
    if (!answer.ok) return answer
    const { bars, more } = answer.value
    const [oldest] = bars
    if (oldest === undefined || oldest.time >= before) break
    pages.push(bars)
    before = oldest.time
    if (!more) break
  }
  return ok(pages.toReversed().flat().filter(isInSession))
}

/** True for a minute from pre-market to after hours: a replay has no overnight session. */
function isInSession({ time }: Bar): boolean {
  const { day, minute } = exchangeClock(time)
  return isTradingDay(day) && minute >= PRE_OPEN_MINUTE && minute < postCloseMinute(day)
}

/** Returns the bars without those of the first day, of which a part may be missing. */
function withoutPart(bars: readonly Bar[], day: ExchangeDay): readonly Bar[] {
  const dayOf = ({ time }: Bar): ExchangeDay => exchangeClock(time).day
  const [first] = bars
  if (first === undefined || dayOf(first) === day) return bars
  return bars.filter((bar) => dayOf(bar) !== dayOf(first))
}

/** Returns bars as they are stored. A bar without volume that did not move is no trade. */
function recorded(bars: readonly Bar[]): readonly RecordedBar[] {
  const textOf = (value: Bar['open'] | Bar['volume']): string => decimalText(trim(value))
  return bars
    .filter(({ volume, high, low }) => !(isZero(volume) && eq(high, low)))
    .map(({ time, open, high, low, close, volume }) => [
      time,
      textOf(open),
      textOf(high),
      textOf(low),
      textOf(close),
      textOf(volume),
    ])
}

/** Checks a recording as the practice exchange will when it reads it. */
function checked(bars: RecordedBars): Result<RecordedBars, AppError> {
  const read = zRecordedBars.safeParse(bars)
  if (read.success) return ok(read.data)
  const [part, index] = read.error.issues[0]?.path ?? []
  const bar =
    (part === 'minutes' || part === 'days') && typeof index === 'number' ? bars[part][index] : null
  return refused(
    message('practice.barUnplayable', {
      symbol: bars.symbol,
      time: bar === null || bar === undefined ? bars.day : stampOf(epochMs(bar[0])),
    }),
  )
}

/** Returns a time at the exchange, "2026-11-20 09:31". */
function stampOf(time: EpochMs): string {
  const { day, minute } = exchangeClock(time)
  const two = (value: number): string => String(value).padStart(2, '0')
  return `${day} ${two(Math.floor(minute / 60))}:${two(minute % 60)}`
}

const refused = (reason: Message): { readonly ok: false; readonly error: AppError } =>
  err(appError('practice/refused', reason))
