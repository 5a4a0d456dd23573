import { useCallback, useMemo } from 'react'
import type { Symbol } from '../../../../shared/domain/ids.js'
import { symbolClass } from '../../../../shared/domain/instruments/symbol-class.js'
import { ok } from '../../../../shared/domain/result.js'
import type { CompanyReads } from '../../../../shared/domain/reference/fundamentals.js'
import type { WindowText } from '../../../../shared/messages/window-text.js'
import type { Invoke } from '../../../bridge/client.js'
import type { EventMark } from '../../../chart/market/event-marks.js'
import { formatMoney, formatQuantity } from '../../../format/decimal.js'
import { useText } from '../../../language/window-text.js'
import { useRead } from '../../../ui/reading/use-read.js'

type Read = Pick<CompanyReads, 'earnings' | 'dividends' | 'actions'>
const SECTIONS = ['earnings', 'dividends', 'actions'] as const
const SPLITS: ReadonlySet<string> = new Set(['forward-split', 'reverse-split', 'unit-split'])
const NO_MARKS: readonly EventMark[] = []

/** Reads one section; what the broker does not have is nothing. */
async function section<K extends keyof Read>(
  invoke: Invoke,
  symbol: Symbol,
  name: K,
): Promise<Read[K]> {
  const reply = await invoke('company.read', { symbol, section: name, reports: 'annual' })
  const value = reply.ok ? (reply.value.value as Read[K] | null) : null
  return value ?? ([] as unknown as Read[K])
}

/** Returns the earnings, dividends and splits of a stock; none until they are read. */
export function useEventMarks(symbol: Symbol, isShown: boolean): readonly EventMark[] {
  const text = useText()
  const isNeeded = isShown && symbolClass(symbol) === 'stock'
  const readMarks = useCallback(
    async (invoke: Invoke) => {
      const [earnings, dividends, actions] = await Promise.all(
        SECTIONS.map((name) => section(invoke, symbol, name)),
      )
      return ok({ earnings, dividends, actions } as Read)
    },
    [symbol],
  )
  const marksRead = useRead<Read>(isNeeded ? symbol : null, readMarks)
  const value = isNeeded && marksRead.phase === 'ready' ? marksRead.value : null
  return useMemo(() => (value === null ? NO_MARKS : marksOf(value, text)), [value, text])
}

/** Returns the marks of what the broker knows; what has no day has none. */
export function marksOf(
  { earnings, dividends, actions }: Read,
  { chartView: { marks } }: Pick<WindowText, 'chartView'>,
): readonly EventMark[] {
  return [
    ...earnings.flatMap(({ expected, eps, epsEstimate }): readonly EventMark[] =>
      expected === null
        ? []
        : [
            {
              kind: 'earnings',
              day: expected,
              letter: marks.letters.earnings,
              label: marks.earnings(
                eps === null ? null : formatMoney(eps),
                epsEstimate === null ? null : formatMoney(epsEstimate),
              ),
            },
          ],
    ),
    ...dividends.flatMap(({ exDate, amount, currency }): readonly EventMark[] =>
      exDate === null
        ? []
        : [
            {
              kind: 'dividend',
              day: exDate,
              letter: marks.letters.dividend,
              label: marks.dividend(formatMoney(amount, currency)),
            },
          ],
    ),
    ...actions.flatMap(({ kind, valid, date, before, after }): readonly EventMark[] =>
      !SPLITS.has(kind) || !valid || date === null
        ? []
        : [
            {
              kind: 'split',
              day: date,
              letter: marks.letters.split,
              label: marks.split(
                after === null ? '?' : formatQuantity(after),
                before === null ? '?' : formatQuantity(before),
              ),
            },
          ],
    ),
  ]
}
